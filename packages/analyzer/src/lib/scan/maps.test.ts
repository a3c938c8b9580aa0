import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../../tools/testing/sample.ts';
import { scanHits as scan } from '../../../test/scan/scan-hits.ts';
import { foldMaps, keysOf } from './fold-maps.ts';
import { MAX_MEMBERS, type HitsStatistics } from './hits-statistics.ts';

const pathsOf = ({ paths }: HitsStatistics): string[] => paths.map(({ path }) => path);
const wide = (from: number, count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${from + index}`, { n: [index], s: 'x' }]));

describe('maps in hits', () => {
  it('count as one path once they have more keys than objects do', () => {
    const hits = Array.from({ length: 2 * MAX_MEMBERS }, (_, index) => JSON.stringify({ m: wide(index * 3, 3) }));
    const { paths, limited } = scan(hits);
    expect(limited).toBe(false);
    expect(paths.map(({ path, parent, key, objects }) => [path, parent, key, objects])).toEqual([
      ['', -1, undefined, 256],
      ['m', 0, 'm', 256],
      ['m.{*}', 1, null, 768],
      ['m.{*}.n', 2, 'n', 0],
      ['m.{*}.n[]', 3, undefined, 0],
      ['m.{*}.s', 2, 's', 0],
    ]);
    expect(pathsOf(scan(hits.slice(0, 42)))).toHaveLength(2 + 4 * 126);
  });

  it('put members together that have no counts of their own', () => {
    const folded = foldMaps<number>(
      [
        [[true], 1],
        [['a', 'b'], 2],
      ],
      (one, other) => one + other,
    );

    expect(folded.map(({ steps, counts }) => [steps, counts])).toEqual([
      [[], undefined],
      [[true], 1],
      [[true, 'b'], 2],
    ]);
  });

  it('have keys, which elements of an array at the same path are not', () => {
    const add = (one: number, other: number): number => one + other;
    const keys = [[['a'], 1] as const, [['b'], 1] as const];

    expect(
      foldMaps([...keys, [[null], 1]], add)
        .slice(0, 1)
        .map(keysOf),
    ).toEqual([2]);
    expect(foldMaps(keys, add).slice(0, 1).map(keysOf)).toEqual([2]);
  });

  it('keep the paths of members in which something is measured', () => {
    const hits = [JSON.stringify({ m: wide(0, MAX_MEMBERS + 1), o: wide(0, MAX_MEMBERS + 1) })];
    expect(pathsOf(scan(hits, { 'm."key 1".s': ['values'] })).filter((path) => path.startsWith('m.'))).toHaveLength(
      4 * (MAX_MEMBERS + 1),
    );
    expect(pathsOf(scan(hits, { 'm.key 1.s': ['values'] })).filter((path) => path.startsWith('o.'))).toHaveLength(4);
  });

  it('are maps at once where the caller says so, and can be measured', () => {
    const { paths } = scan(['{"m":{"a":"x","b":"x","{*}":"y"}}'], { m: ['map'], 'm.{*}': ['values'] });
    expect(paths.at(-1)).toMatchObject({
      path: 'm.{*}',
      values: [
        { text: 'x', count: 2 },
        { text: 'y', count: 1 },
      ],
    });
    expect(pathsOf(scan(['{"{*}":1,"*":2}']))).toEqual(['', '"*"', '"{*}"']);
  });

  it('count keys that an object has twice, before and after they are maps', () => {
    const keys = Array.from({ length: MAX_MEMBERS + 2 }, (_, index) => `"k${index}":0`);
    const hit = `{${[...keys, ...keys.slice(0, 3), keys.at(-1), String.raw`"\u006b5":0`].join(',')}}`;
    const member = scan([`{"m":{"k1":0,"k1":0}}`, `{"m":${hit}}`, '{"m":{"k1":1,"k2":1}}']).paths.at(-1);
    expect(member).toMatchObject({ path: 'm.{*}', duplicateKeys: 6, numbers: MAX_MEMBERS + 2 + 5 + 4 });
  });

  it.each([300, 700, 3_000, 20_000])('count keys that an object of %i has twice, and no others', (count) => {
    const keys = Array.from({ length: count }, (_, index) => `"k${index}":0`);
    const hits = [[...keys, ...keys], keys, [...keys, keys[0]]].map((members) => `{"m":{${members.join(',')}}}`);
    expect(scan(hits, { m: ['map'] }).paths.at(-1)).toMatchObject({ path: 'm.{*}', duplicateKeys: count + 1 });
  });

  it('count what an array of the same values would, whatever the chunks', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const key = fc.integer({ max: 400, min: 0 }).map((number) => `k${number}`);
    const entries = fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 60 });
    const hits = fc.array(entries, { minLength: 6, maxLength: 12 });
    fc.assert(
      fc.property(hits, fc.integer({ min: 1, max: 300 }), (maps, chunkBytes) => {
        const all = [...maps, Array.from({ length: MAX_MEMBERS + 1 }, (_, index) => [`k${index}`, index])];
        const texts = all.map((members) => JSON.stringify({ m: Object.fromEntries(members) }));
        const one = scan(texts, {}, chunkBytes);
        const arrays = scan(all.map((members) => JSON.stringify({ m: members.map(([, each]) => each) })));
        const inner = ({ paths }: HitsStatistics, mark: string): unknown[] =>
          paths
            .filter(({ path }) => path.startsWith(mark))
            .map((each) => ({ ...each, parent: 0, key: undefined, path: each.path.replace(mark, '') }))
            .sort((a, b) => (a.path < b.path ? -1 : 1));
        expect(inner(one, 'm.{*}')).toEqual(inner(arrays, 'm[]'));
      }),
      { numRuns: runsOf(60) },
    );
  });
});
