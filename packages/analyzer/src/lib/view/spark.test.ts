import { describe, expect, it } from 'vitest';

import { barParts, sketchSpark, spark } from './spark.ts';

describe('spark()', () => {
  it('draws the largest full, nothing as nothing, and little as little', () => {
    expect(spark([0, 1, 50, 99, 100])).toBe(' ▁▅██');
    expect(spark([])).toBe('');
  });
});

describe('sketchSpark()', () => {
  it('puts the bins into as many columns as there is room for', () => {
    const bins: [number, number][] = [
      [-3, 1],
      [0, 1],
      [96, 8],
    ];
    const sketch = { accuracy: 0.01, count: 10, sum: 10, min: 1, max: 7, zeros: 0, bins };
    expect(sketchSpark(sketch, 10)).toBe('▃        █');
    expect(sketchSpark({ ...sketch, bins: [] }, 10)).toBe('');
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
