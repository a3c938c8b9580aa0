import { readFileSync } from 'node:fs';

import * as consumerValidators from '@idvkit/schema/consumer-validators';
import { BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import * as strictValidators from '@idvkit/schema/validators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

import { CONTRACT, STRENGTHS, type Strength } from '../scripts/contract-schemas.ts';
import { onlyBeyondJsonSchema } from './beyond-json-schema.ts';
import { anyJson, validValues } from './contract-values.ts';
import { mutationsOf } from './mutations.ts';
import { emptyAjv, validatorOf } from './published-schemas.ts';

type Judge = (value: unknown) => unknown;
const guards: Readonly<Record<Strength, Readonly<Record<string, Judge>>>> = {
  strict: { ...strictValidators },
  consumer: { ...consumerValidators },
};

/** The schemas of an API document, as a tool reads them from the committed file. */
function componentsOf(path: string, dialect: 'draft-2020-12' | 'draft-07'): (name: string) => Judge | undefined {
  const document = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>; // Documents are objects.
  const ajv = emptyAjv(dialect).addVocabulary(Object.keys(document)).addSchema(document, 'document');
  return (name) => ajv.getSchema(`document#/components/schemas/${name}`);
}
const openApi = componentsOf('../openapi/openapi.json', 'draft-2020-12');
const asyncApi = componentsOf('../asyncapi/asyncapi.json', 'draft-07');

/** Every form of a schema but zod's, by where a client finds it. */
function formsOf(strength: Strength, name: string): readonly (readonly [string, Judge])[] {
  const documents =
    strength === 'strict' ? [['openapi', openApi(name)] as const, ['asyncapi', asyncApi(name)] as const] : [];
  const forms = [
    ['draft-2020-12', validatorOf('draft-2020-12', strength, name)],
    ['draft-07', validatorOf('draft-07', strength, name)],
    ['compiled', guards[strength][`is${name}`]],
    ...documents,
  ] as const;
  return forms.flatMap(([form, judge]) => (judge === undefined ? [] : [[form, judge] as const]));
}

/** What all forms must say of a value: what zod says, but for the rules that JSON Schema has no words for. */
function expectAgreement(strength: Strength, name: string, schema: z.ZodType, value: unknown): void {
  const { success, error } = schema.safeParse(value);
  const expected = success || (strength === 'strict' && onlyBeyondJsonSchema(error.issues));
  const forms = formsOf(strength, name);
  expect(Object.fromEntries(forms.map(([form, judge]) => [form, judge(value)]))).toEqual(
    Object.fromEntries(forms.map(([form]) => [form, expected])),
  );
}

describe.each(STRENGTHS)('zod, JSON Schema in both drafts, compiled validators and API documents, %s', (strength) => {
  const valid = validValues(strength);
  const schemas = [...CONTRACT[strength]];

  it('have a valid value and a compiled validator for every schema', () => {
    expect([...valid.keys()].sort()).toEqual(schemas.map(([name]) => name).sort());
    expect(Object.keys(guards[strength]).sort()).toEqual(schemas.map(([name]) => `is${name}`).sort());
  });

  it.each(schemas)('agree on values of %s that are valid, nearly so, or anything', (name, schema) => {
    const values = valid.get(name) ?? fc.constant(undefined);

    fc.assert(
      fc.property(values, mutationsOf(values), anyJson(), (accepted, spoilt, any) => {
        expect(schema.safeParse(accepted).error).toBeUndefined();
        for (const value of [accepted, spoilt, any]) expectAgreement(strength, name, schema, value);
      }),
      { numRuns: 60 },
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
