import { edited, type JsonPath } from '@idvkit/json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import { judgeMutants } from '../../src/lib/judge/mutants/judge-mutants.ts';
import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import { messageBody } from '../../src/lib/observe/message-body.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { put } from './change.ts';
import { action, context, create, delivery, exchange, payloadRules, watch } from './observe.ts';
import { lifecycle, openResult, submission } from './submission.ts';

/** A run in which every body is `body`, in every place where judges read one. */
function everywhere(body: unknown): readonly Observation[] {
  return [
    create('s1', { sent: body, answer: body }),
    create('s2', { sent: body, condition: { body: 'undeclared-key' } }),
    create(),
    exchange({ answer: body, headers: [['content-type', 'application/json; charset=utf-8']] }),
    exchange({ answer: body, slug: null, formSlug: null }),
    exchange({ condition: { endpoint: 'info' }, answer: body }),
    exchange({ condition: { endpoint: 'submit', flow: 'plain', application: 'open' }, sent: body, answer: body }),
    exchange({ condition: { endpoint: 'resend' }, status: 204 }),
    exchange({ condition: { endpoint: 'image' }, url: 'not a url', answer: body }),
    delivery(body),
    delivery(body, { bearer: 'absent' }),
    delivery(body, { answer: { kind: 'none' } }),
    action('submit'),
    action('change-status'),
    action('expire'),
    watch(),
  ];
}

/** Judges a run; a judge that throws makes it throw. */
function judged(observations: readonly Observation[]): number {
  judgeMutants(payloadRules, observations, { context });
  judgeMutants(payloadRules, observations, { context: { ...context, baseUrl: 'not a url' } });
  return judgeAll(payloadRules, observations, context).length;
}

function pathsOf(value: unknown, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((member: unknown, index) => [index, member] as const)
    : Object.entries(value);
  return [path, ...members.flatMap(([key, member]) => pathsOf(member, [...path, key]))];
}

/** Values that are nearly right: other kinds, odd texts, names that objects have by themselves. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    undefined,
    null,
    '',
    'complete',
    'submit_form',
    '2026-01-05T03:00:00Z',
    'https://',
    '__proto__',
    -0,
    1e300,
  ),
  fc.constantFrom([], {}, [[]], [null], { value: null }, { toString: 1 }, { __proto__: null }, { length: 3 }),
  fc.webUrl({ withQueryParameters: true }),
  fc.string({ unit: 'binary' }),
);

const documents: readonly object[] = [submission(), lifecycle(), lifecycle('drop_off'), openResult()];

const nearlyRight = fc
  .constantFrom(...documents)
  .chain((document) =>
    fc
      .array(fc.tuple(fc.constantFrom(...pathsOf(document)), odd), { minLength: 1, maxLength: 4 })
      .map((changes) => changes.reduce<unknown>((body, [path, value]) => edited(body, path, () => value), document)),
  );

describe('judges', () => {
  it('judge any JSON whatever without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(judged(everywhere(body))).toBe(payloadRules.length);
      }),
      { numRuns: runsOf(100) },
    );
  });

  it('judge bodies that are nearly right without throwing', () => {
    fc.assert(
      fc.property(nearlyRight, (body) => {
        expect(judged(everywhere(body))).toBe(payloadRules.length);
      }),
      { numRuns: runsOf(400) },
    );
  });

  it('judge bodies that nest very deep, or hold very much, without throwing', () => {
    const deep = `${'{"extra":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const runs = Array.from({ length: 50_000 }, () => ({ input: {} }));
    const wide = JSON.stringify({ ...submission(), extra: { identity_aml: { provider: runs } } });

    for (const text of [deep, wide]) {
      const body = messageBody(new TextEncoder().encode(text));

      expect(judgeAll(payloadRules, [delivery(undefined, { raw: body })], context)).toHaveLength(payloadRules.length);
    }
  });

  it('judge objects that cannot be written as a text without throwing', () => {
    // A counterexample that the property above once found.
    const body = put('answers.date_of_expiry.created_at', { toString: 1 })(submission());

    expect(judged(everywhere(body))).toBe(payloadRules.length);
  });

  it('judge nothing at all without passing anything', () => {
    expect(new Set(judgeAll(payloadRules, [], context).map(({ verdict }) => verdict))).toEqual(
      new Set(['not-exercised']),
    );
  });
});
