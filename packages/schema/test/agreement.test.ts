import { BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

import { runsOf } from '../../../tools/testing/sample.ts';
import { CONTRACT, STRENGTHS, type Strength } from '../scripts/contract-schemas.ts';
import { anyJson, validValues } from './contract-values.ts';
import { disagreementOn, formsOf } from './forms.ts';
import { mutationsOf, withNastyTexts } from './mutations.ts';

/** What all forms must say of a value: what zod says, but for the rules that JSON Schema has no words for. */
function expectAgreement(strength: Strength, name: string, schema: z.ZodType, value: unknown): void {
  expect(disagreementOn(strength, name, schema, value)).toEqual({});
}

describe.each(STRENGTHS)('zod, JSON Schema and API documents, %s', (strength) => {
  const valid = validValues(strength);
  const schemas = [...CONTRACT[strength]];

  it('have a valid value for every schema', () => {
    expect([...valid.keys()].sort()).toEqual(schemas.map(([name]) => name).sort());
  });

  it.each(schemas)('agree on values of %s that are valid, nearly so, or anything', (name, schema) => {
    const values = valid.get(name) ?? fc.constant(undefined);

    fc.assert(
      fc.property(values, mutationsOf(values), withNastyTexts(values), anyJson(), (accepted, spoilt, nasty, any) => {
        expect(schema.safeParse(accepted).error).toBeUndefined();
        for (const value of [accepted, spoilt, nasty, any]) expectAgreement(strength, name, schema, value);
      }),
      { numRuns: runsOf(60) },
    );
  });
});

describe('every form', () => {
  const musts = BREAKABLE_RULE_IDS.map((id) => ({ id }));

  it.each(musts)('agrees on bodies that break $id', ({ id }) => {
    const bodies = fc.sample(nearValid(id), { numRuns: 15, seed: 3 });
    expect(bodies).toHaveLength(15);
    for (const { kind, body } of bodies) {
      const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      for (const strength of STRENGTHS) {
        const schema = CONTRACT[strength].get(name);
        if (schema !== undefined) expectAgreement(strength, name, schema, body);
      }
    }
  });
});

describe('a member that is called `__proto__`', () => {
  const value: unknown = JSON.parse('{"__proto__":3}');

  it('is passed over by zod, and looked at by JSON Schema, where a map may have any key', () => {
    for (const name of ['Answers', 'AnswerInput', 'MessagesByKey']) {
      const judges = formsOf('strict', name).map(([, judge]) => judge(value));
      const isSeen = name !== 'AnswerInput'; // A number is an answer.
      expect([name, CONTRACT.strict.get(name)?.safeParse(value).success, new Set(judges)]).toEqual([
        name,
        true,
        new Set([!isSeen]),
      ]);
    }
  });

  it('is refused by both where keys are closed', () => {
    expect(CONTRACT.strict.get('CreateRequest')?.safeParse(value).success).toBe(false);
    expect(new Set(formsOf('strict', 'CreateRequest').map(([, judge]) => judge(value)))).toEqual(new Set([false]));
  });
});
