import { edited, isObject } from '@idvkit/json';
import { describe, expect, it } from 'vitest';

import { fixtures } from '../fixtures/fixtures.ts';
import { RULE_IDS } from '../rules/catalogue.ts';
import { breachesOf } from './all-breaches.ts';
import { breached } from './breach.ts';

/** Throws when code turns it into a text or a number. */
const hostile = { toString: 1, valueOf: null };
const breaches = RULE_IDS.flatMap(breachesOf);

function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, member] of Object.entries(value)) yield* pathsOf(member, [...path, key]);
}

describe('breached()', () => {
  it('takes a body of a service whatever its values are, without throwing', () => {
    const bodies = [
      fixtures.submitForm(),
      fixtures.dropOff(),
      fixtures.createResponse(),
      fixtures.resultResponse(),
      fixtures.unauthorizedError(),
    ];
    const thrown: unknown[] = [];
    for (const body of bodies) {
      for (const path of pathsOf(body)) {
        const odd = edited(body, path, () => hostile);
        for (const breach of breaches) {
          try {
            breached(odd, breach);
          } catch (error) {
            thrown.push([breach, path, error]);
          }
        }
      }
    }
    expect(thrown).toEqual([]);
  });
});
