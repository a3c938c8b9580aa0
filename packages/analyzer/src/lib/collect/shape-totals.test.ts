import type { HitPath, HitShape } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanHits } from '../../../test/scan/scan-hits.ts';
import { ShapeTotals } from './shape-totals.ts';

const NOTHING: Omit<HitPath, 'path'> = {
  objects: 0,
  arrays: 0,
  strings: 0,
  numbers: 0,
  integers: 0,
  booleans: 0,
  nulls: 0,
  bytes: 0,
  maxBytes: 0,
  emptyStrings: 0,
  emptyArrays: 0,
  elements: 0,
  maxElements: 0,
  duplicateKeys: 0,
};

const statisticsOf = (hits: readonly unknown[]): ReturnType<typeof scanHits> =>
  scanHits(hits.map((hit) => JSON.stringify(hit)));

function totalsOf(...parts: readonly (readonly unknown[])[]): ShapeTotals {
  const totals = new ShapeTotals();
  for (const part of parts) totals.addStatistics(statisticsOf(part));
  return totals;
}

/** Adds shapes to nothing. */
function added(...shapes: readonly HitShape[]): HitShape {
  const totals = new ShapeTotals();
  for (const shape of shapes) totals.add(shape);
  return totals.result();
}

const keys = (count: number, first = 0): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${String(first + index).padStart(4, '0')}`, true]));
/** A hit with more paths than objects have members. */
const groups = (count: number): object[] =>
  Array.from({ length: Math.ceil(count / 100) }, (_, index) => ({
    [`g${index}`]: keys(Math.min(100, count - index * 100), index * 100),
  }));

describe('ShapeTotals', () => {
  it('sums up what was seen at each path, of several arrays', () => {
    const parts = [[{ a: [1, 2.5, '', true, null, {}], b: false }, 'hit'], [{ a: [] }]];
    const expected = {
      hits: 3,
      exact: true,
      paths: [
        { ...NOTHING, path: '', steps: [], objects: 2, strings: 1, bytes: 39 + 5 + 8, maxBytes: 39 },
        {
          ...NOTHING,
          path: 'a',
          steps: ['a'],
          arrays: 2,
          bytes: 25,
          maxBytes: 23,
          emptyArrays: 1,
          elements: 6,
          maxElements: 6,
        },
        {
          ...NOTHING,
          path: 'a[]',
          steps: ['a', null],
          objects: 1,
          strings: 1,
          numbers: 2,
          integers: 1,
          booleans: 1,
          nulls: 1,
          bytes: 1 + 3 + 2 + 4 + 4 + 2,
          maxBytes: 4,
          emptyStrings: 1,
        },
        { ...NOTHING, path: 'b', steps: ['b'], booleans: 1, bytes: 5, maxBytes: 5 },
      ],
    };
    expect(totalsOf(...parts).result()).toEqual(expected);
    expect(added(...parts.map((part) => totalsOf(part).result()))).toEqual(expected);
  });

  it('is the same however hits are parted, in any order', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.array(value, { maxLength: 8 }), fc.nat(8), (hits, cut) => {
        const [one, other] = [hits.slice(0, cut), hits.slice(cut)];
        const whole = totalsOf(hits).result();
        expect(totalsOf(other, one).result()).toEqual(whole);
        expect(added(totalsOf(one).result(), totalsOf(other).result())).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('takes the keys of one part for those of a map if another part has a map', () => {
    const [some, many] = [[{ m: keys(3), n: [7] }], [{ m: { ...keys(200), list: [1] } }]];
    const shape = totalsOf(some, many).result();
    expect(shape.paths.map(({ path, booleans }) => [path, booleans])).toEqual([
      ['', 0],
      ['m', 0],
      ['m.{*}', 203],
      ['m.{*}[]', 0],
      ['n', 0],
      ['n[]', 0],
    ]);
    expect(totalsOf(many, some).result()).toEqual(shape);
    expect(added(totalsOf(some).result(), totalsOf(many).result())).toEqual(shape);
    expect(added(totalsOf(many).result(), totalsOf(some).result())).toEqual(shape);
  });

  it.each([
    [0, true],
    [1, false],
  ])('keeps the first 2,048 paths in their order: %i more', (over, exact) => {
    // Besides the members: the hit itself, and a path of each group.
    const hits = groups(2_048 - 1 - 21 + over);
    const shape = totalsOf(hits).result();
    expect([shape.exact, shape.paths.length]).toEqual([exact, 2_048]);
    expect(shape.paths.map(({ path }) => path)).toEqual(
      statisticsOf(hits)
        .paths.map(({ path }) => path)
        .toSorted((a, b) => (a.replaceAll('.', '"') < b.replaceAll('.', '"') ? -1 : 1))
        .slice(0, 2_048),
    );
    expect(totalsOf(hits.slice(11), hits.slice(0, 11)).result()).toEqual(shape);
  });

  it('is not exact if a part is not, and keeps what had no path last', () => {
    const limited = statisticsOf([{ ['k'.repeat(300)]: 1, a: 1 }]);
    const totals = new ShapeTotals();
    totals.addStatistics(limited);
    const shape = totals.result();
    expect([shape.exact, shape.paths.map(({ path, steps }) => [path, steps])]).toEqual([
      !limited.limited,
      [
        ['', []],
        ['a', ['a']],
        ['…', undefined],
      ],
    ]);
    for (const exact of [true, false]) {
      expect(added({ ...shape, exact }, { ...shape, exact: true }).exact).toBe(exact);
      expect(added({ ...shape, exact: true }, { ...shape, exact }).exact).toBe(exact);
    }
    totals.addStatistics({ ...limited, limited: true });
    expect(totals.result().exact).toBe(false);
  });

  it('needs no path of what holds a map', () => {
    const map = { ...NOTHING, path: 'm.{*}', steps: ['m', true as const], numbers: 2 };
    const member = { ...NOTHING, path: 'm.a', steps: ['m', 'a'], numbers: 1 };
    const overflow = { ...NOTHING, path: '…', strings: 1 };
    expect(added({ hits: 1, exact: true, paths: [overflow, map, member] }).paths).toEqual([
      { ...map, numbers: 3 },
      overflow,
    ]);
  });

  it('lists what is in a container right behind it', () => {
    const { paths } = totalsOf([{ a: { b: 1 }, 'a b': 1, 'a!': [1] }]).result();
    expect(paths.map(({ path }) => path)).toEqual(['', 'a b', 'a!', 'a![]', 'a', 'a.b']);
  });

  it('gives away copies', () => {
    const totals = totalsOf([1]);
    const [path] = totals.result().paths;
    if (path) path.bytes = 99;
    expect(totals.result()).toEqual(totalsOf([1]).result());
    const shape = totals.result();
    added(shape, shape);
    expect(shape).toEqual(totals.result());
  });
});
