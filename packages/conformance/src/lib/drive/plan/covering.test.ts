import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRandom } from '../calls/random.ts';
import { CoveringSpace } from './covering-space.ts';
import { Covering } from './covering.ts';

type Row = Readonly<Record<string, string>>;

interface Space {
  readonly sizes: readonly number[];
  /** Pairs of values that contradict each other. */
  readonly forbidden: readonly string[];
  readonly strength: number;
  readonly seed: number;
}

const values = fc.constantFrom('a0', 'a1', 'b0', 'b1', 'b2', 'c0', 'c1', 'd0', 'd1', 'e0');
const spaces: fc.Arbitrary<Space> = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 5 }),
  forbidden: fc.array(
    fc.tuple(values, values).map(([one, other]) => [one, other].toSorted().join(' ')),
    { maxLength: 6 },
  ),
  strength: fc.integer({ min: 1, max: 3 }),
  seed: fc.integer({ min: 0, max: 1000 }),
});

describe('Covering', () => {
  it('covers every tuple of a feasible row, with feasible rows only', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        const covering = new Covering(optionsOf(space));
        const rows = [...covering.rows()];

        const due = tuplesOf(feasibleRows(space), space.strength);
        expect(rows.filter((row) => !isFeasible(space, row) || Object.keys(row).length < space.sizes.length)).toEqual(
          [],
        );
        expect(tuplesOf(rows, space.strength)).toEqual(due);
        expect([covering.feasible, covering.missing]).toEqual([due.length, []]);
      }),
      { seed: 30 },
    );
  });

  it('gives the same rows for the same seed', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        expect([...new Covering(optionsOf(space)).rows()]).toEqual([...new Covering(optionsOf(space)).rows()]);
      }),
      { seed: 30 },
    );
  });

  it('gives the same rows if kinds of values are asked about once', () => {
    // The second and the third value of a factor go with the same values.
    const kindOf = (value: string): string => value.replace('2', '1');
    fc.assert(
      fc.property(spaces, (space) => {
        const isAlike = (row: Partial<Row>): boolean =>
          isFeasible(
            space,
            Object.fromEntries(Object.entries(row).map(([name, value]) => [name, kindOf(value ?? '')])),
          );
        const factors = factorsOf(space);
        const kinds = Object.fromEntries(Object.keys(factors).map((name) => [name, kindOf]));
        const [every, once] = [{}, { kinds }].map((given) => {
          const known = new CoveringSpace<Row>({ factors, isFeasible: isAlike, ...given });
          return [...new Covering({ ...optionsOf(space), space: known }).rows()];
        });
        expect(once).toEqual(every);
      }),
      { seed: 30 },
    );
  });

  it('covers only tuples that have the values that hide others', () => {
    const space = new CoveringSpace<Row>({
      factors: { a: ['a0', 'a1'], b: ['b0', 'b1'], c: ['c0', 'c1'] },
      isFeasible: () => true,
      hiding: ({ a }) => (a === 'a1' ? ['a'] : []),
    });
    const covering = new Covering({ space, strength: 2, random: createRandom(1) });
    const rows = [...covering.rows()];

    const shown = rows.filter(({ a }) => a === 'a0').map(({ b = '', c = '' }) => `${b} ${c}`);
    expect(shown.toSorted()).toEqual(['b0 c0', 'b0 c1', 'b1 c0', 'b1 c1']);
    expect(covering.missing).toEqual([]);
  });

  it('leaves out what rows that exist anyway cover', () => {
    fc.assert(
      fc.property(spaces, (space) => {
        const covering = new Covering(optionsOf(space));
        const existing = feasibleRows(space).filter((_row, index) => index % 2 === 0);
        const gained = existing.map((row) => covering.cover(row));

        const known = tuplesOf(existing, space.strength);
        expect(gained.reduce((sum, gain) => sum + gain, 0)).toBe(known.length);
        const rows = [...covering.rows()];
        expect(tuplesOf([...existing, ...rows], space.strength)).toEqual(tuplesOf(feasibleRows(space), space.strength));
        for (const row of rows) expect(known).not.toEqual(expect.arrayContaining([...tuplesOf([row], space.strength)]));
      }),
      { seed: 30 },
    );
  });

  it('yields allowed rows first, and the tuples that need others are left', () => {
    const space = { sizes: [2, 3, 2], forbidden: [], strength: 2, seed: 1 };
    const options = optionsOf(space);
    const covering = new Covering(options);
    const cheap = [...covering.rows(options.space.remembered(({ a }) => a !== 'a1'))];

    expect(cheap.every(({ a }) => a === 'a0')).toBe(true);
    expect(tuplesOf(covering.missing, 2)).toEqual(['a1 b0', 'a1 b1', 'a1 b2', 'a1 c0', 'a1 c1']);
    expect(tuplesOf([...cheap, ...covering.rows()], 2)).toEqual(tuplesOf(feasibleRows(space), 2));
  });

  it('needs few rows', () => {
    const rows = [...new Covering(optionsOf({ sizes: [4, 4, 4, 4, 4], forbidden: [], strength: 2, seed: 1 })).rows()];

    // 16 at least: every pair of two factors.
    expect(rows.length).toBeLessThanOrEqual(24);
  });
});

function optionsOf(space: Space): ConstructorParameters<typeof Covering<Row>>[0] {
  const options = { factors: factorsOf(space), isFeasible: (row: Partial<Row>) => isFeasible(space, row) };
  return { space: new CoveringSpace<Row>(options), strength: space.strength, random: createRandom(space.seed) };
}

function factorsOf({ sizes }: Space): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    sizes.map((size, index) => {
      const name = 'abcde'[index] ?? '';
      return [name, Array.from({ length: size }, (_, value) => name + value)];
    }),
  );
}

function isFeasible({ forbidden }: Space, row: Partial<Row>): boolean {
  return tuplesOf([row], 2).every((pair) => !forbidden.includes(pair));
}

/** Every row of the full product that no contradiction excludes. */
function feasibleRows(space: Space): readonly Row[] {
  let rows: readonly Row[] = [{}];
  for (const [name, options] of Object.entries(factorsOf(space)))
    rows = rows.flatMap((row) => options.map((value) => ({ ...row, [name]: value })));
  return rows.filter((row) => isFeasible(space, row));
}

/** Distinct tuples of the rows, sorted. */
function tuplesOf(rows: readonly Partial<Row>[], strength: number): readonly string[] {
  const grow = (own: readonly string[], count: number): readonly string[] => {
    if (count === 0) return [''];
    return own.flatMap((value, index) =>
      grow(own.slice(index + 1), count - 1).map((rest) => `${value} ${rest}`.trim()),
    );
  };
  const all = rows.flatMap((row) =>
    grow(
      Object.values(row)
        .filter((value) => value !== undefined)
        .toSorted(),
      strength,
    ),
  );
  return [...new Set(all)].toSorted();
}
