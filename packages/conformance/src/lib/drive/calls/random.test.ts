import { describe, expect, it } from 'vitest';

import { createRandom } from './random.ts';

describe('createRandom()', () => {
  it('draws the same with the same seed', () => {
    const [one, other] = [createRandom(42), createRandom(42)];

    expect([one.text(20), one.integer(1000)]).toEqual([other.text(20), other.integer(1000)]);
  });

  it('draws something else with another seed', () => {
    expect(createRandom(1).text(20)).not.toBe(createRandom(2).text(20));
  });

  it('stays below the limit, and reaches everything below it', () => {
    const random = createRandom(3);
    const drawn = new Set(Array.from({ length: 500 }, () => random.integer(10)));

    expect([...drawn].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
