import { describe, expect, it } from 'vitest';

import { barParts, spark } from './spark.ts';

describe('spark()', () => {
  it('draws the largest full, nothing as nothing, and little as little', () => {
    expect(spark([0, 1, 50, 99, 100])).toBe(' ▁▅██');
    expect(spark([])).toBe('');
  });
});

describe('barParts()', () => {
  it('shows that something is there, however little', () => {
    expect(
      [barParts(0, 10), barParts(0.001, 10), barParts(5, 10), barParts(20, 10)].map(({ full }) => full.length),
    ).toEqual([0, 1, 10, 20]);
    expect(barParts(0.001, 10).full).toBe('▏');
  });
});
