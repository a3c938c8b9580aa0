import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SmallestHashes } from './smallest-hashes.ts';

const keys = fc.array(fc.constantFrom(...Array.from({ length: 40 }, (_, index) => `key ${index}`)), { maxLength: 60 });

function tableOf(all: readonly string[], capacity: number): SmallestHashes<number> {
  const table = new SmallestHashes<number>(capacity);
  for (const key of all) table.update(key, (count = 0) => count + 1);
  return table;
}

function merged(tables: readonly SmallestHashes<number>[], capacity: number): SmallestHashes<number> {
  const all = new SmallestHashes<number>(capacity);
  for (const table of tables) {
    for (const [key, count] of table.entries()) all.update(key, (known = 0) => known + count);
    if (!table.exact) all.markInexact();
  }
  return all;
}

describe('SmallestHashes', () => {
  it('counts exactly what it keeps, however keys come and tables are merged', () => {
    fc.assert(
      fc.property(
        fc.array(keys, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 50 }),
        (parts, capacity) => {
          const whole = tableOf(parts.flat(), capacity);
          const joined = merged(
            parts.map((part) => tableOf(part, capacity)),
            capacity,
          );
          const different = new Set(parts.flat()).size;
          expect(new Map(joined.entries())).toEqual(new Map(whole.entries()));
          expect([whole.exact, joined.exact]).toEqual([different <= capacity, different <= capacity]);
          expect(whole.entries().length).toBe(Math.min(different, capacity));
          for (const [key, count] of whole.entries()) {
            expect(count).toBe(parts.flat().filter((each) => each === key).length);
          }
        },
      ),
    );
  });

  it('estimates how many keys there are', () => {
    const table = tableOf(
      Array.from({ length: 20_000 }, (_, index) => `id-${index}`),
      1_000,
    );
    expect(table.distinct()).toBeGreaterThan(18_000);
    expect(table.distinct()).toBeLessThan(22_000);
  });
});
