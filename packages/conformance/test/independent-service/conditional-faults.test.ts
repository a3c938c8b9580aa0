import { describe, expect, it } from 'vitest';

import { sampleOf, SEED } from '../../../../tools/testing/sample.ts';
import { FEW } from '../due.ts';
import { CONDITIONAL_FAULTS } from './conditional-faults.ts';
import { findersOf } from './finders-of.ts';
import { walk } from './walk/walk.ts';

/** Every fault takes a walk of more than 800 steps. */
const EVERY = 60;

describe('conditional faults', () => {
  it('are 60, each with an id of its own', () => {
    expect(new Set(CONDITIONAL_FAULTS.map(({ id }) => id)).size).toBe(60);
  });

  it('show under their condition and nowhere else', async () => {
    const sound = await walk(() => ({}));
    for (const { id, shows, settings } of sampleOf(CONDITIONAL_FAULTS, { every: EVERY })) {
      const faulty = await walk(settings);
      const differing = [...sound].filter(([label, seen]) => faulty.get(label) !== seen).map(([label]) => label);
      const expected = [...sound.keys()].filter((label) => shows.test(label));
      expect([id, differing]).toEqual([id, expected]);
      expect([id, differing.length > 0]).toEqual([id, true]);
    }
  }, 900_000);

  it('are found by a run with everything configured', async () => {
    const fault = CONDITIONAL_FAULTS.find(({ id }) => id === 'first-secret-for-second-receiver');
    expect(fault && (await findersOf(fault, SEED, FEW))).toEqual(['delivery.bearer']);
  });
});
