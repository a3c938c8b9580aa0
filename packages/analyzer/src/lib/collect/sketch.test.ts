import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Sketch } from './sketch.ts';

const values = fc.array(fc.oneof(fc.nat(300), fc.nat(), fc.maxSafeNat()), { maxLength: 60 });

function sketchOf(numbers: readonly number[]): Sketch {
  const sketch = new Sketch();
  for (const number of numbers) sketch.add(number);
  return sketch;
}

describe('Sketch', () => {
  it('merges into what one sketch of all values is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(fc.nat(1), fc.nat(1e9)), { maxLength: 30 }), { maxLength: 4 }),
        (parts) => {
          const merged = new Sketch();
          for (const part of parts) merged.merge(sketchOf(part).result());
          expect(merged.result()).toEqual(sketchOf(parts.flat()).result());
        },
      ),
    );
  });

  it('adds a value several times', () => {
    const sketch = sketchOf([1]);
    sketch.add(5, 3);
    expect(sketch.result()).toEqual(sketchOf([1, 5, 5, 5]).result());
    expect(sketch.result()).toMatchObject({ count: 4, sum: 16, min: 1, max: 5 });
  });

  it('tells percentiles within 1 %', () => {
    fc.assert(
      fc.property(
        values.filter(({ length }) => length > 0),
        fc.constantFrom(0, 0.5, 0.95, 1),
        (numbers, share) => {
          const exact = numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;
          expect(Math.abs(sketchOf(numbers).quantile(share) - exact)).toBeLessThanOrEqual(exact * 0.01 + 1);
        },
      ),
    );
  });

  it('has no spread without values', () => {
    expect([new Sketch().spread(), new Sketch().quantile(0.5)]).toEqual([undefined, 0]);
    expect(new Sketch().result()).toEqual({ accuracy: 0.01, count: 0, sum: 0, min: 0, max: 0, zeros: 0, bins: [] });
  });

  it('refuses a sketch of another accuracy', () => {
    const other = { ...sketchOf([1]).result(), accuracy: 0.05 };
    expect(() => new Sketch().merge(other)).toThrow(RangeError);
  });
});
