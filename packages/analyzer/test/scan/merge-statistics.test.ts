import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOfTheDay } from '../../../../tools/of-the-day.ts';
import {
  MAX_KEPT_BYTES,
  MAX_MEMBERS,
  MAX_PATHS,
  MAX_TALLIES,
  MAX_VALUES,
  type HitMeasures,
  type HitsStatistics,
} from '../../src/lib/scan/hits-statistics.ts';
import { mergeStatistics } from '../../src/lib/scan/merge-statistics.ts';
import { scanHits } from './scan-hits.ts';

const EVERYTHING: HitMeasures = { '*': ['values', 'scripts', 'repeats'], 'a.b': ['domain'], 'a[]': ['year'] };

const key = fc.constantFrom('a', 'b', '…', 'é.[]');
const text = fc.constantFrom(
  '',
  'x',
  '7',
  'é',
  'สม',
  '2019-04-01',
  '2020',
  'https://a.example/x',
  'http://b.example',
  'y'.repeat(70),
);
const { hit } = fc.letrec<{ hit: unknown }>((tie) => ({
  hit: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'hit' },
    fc.oneof(text, fc.constantFrom(7, 7.5, true, false, null)),
    fc.dictionary(key, tie('hit'), { maxKeys: 3, depthIdentifier: 'hit' }),
    fc.array(tie('hit'), { maxLength: 3, depthIdentifier: 'hit' }),
  ),
}));

interface Merged {
  readonly merged: HitsStatistics;
  readonly whole: HitsStatistics;
}

/** Merges the statistics of two arrays of hits, and scans both as one array. */
function merge(one: readonly unknown[], other: readonly unknown[], measures: HitMeasures): Merged {
  const [a, b] = [one, other].map((hits) => hits.map((each) => JSON.stringify(each)));
  if (!a || !b) throw new Error('There are two arrays');
  expect([scanHits(a, measures).limited, scanHits(b, measures).limited]).toEqual([false, false]);
  return {
    merged: mergeStatistics(scanHits(a, measures), scanHits(b, measures), measures),
    whole: scanHits([...a, ...b], measures),
  };
}

function times<Item>(count: number, itemOf: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => itemOf(index));
}

/** Merges two halves of the same length, or nearly. */
function mergeHalves(hits: readonly unknown[], measures: HitMeasures): Merged {
  return merge(hits.slice(0, hits.length / 2), hits.slice(hits.length / 2), measures);
}

/** Returns a hit with members from one number to another. */
const wide = (from: number, to: number, value: number): object =>
  Object.fromEntries(times(to - from, (index) => [`k${from + index}`, value]));
/** Lists hits with members that have more values than are counted one by one. */
const manyValues = (from: number, to: number): object[] => times(MAX_VALUES + 1, (value) => wide(from, to, value));

const URL_KEYS = times(8, (index) => `url ${index}`);
const HOST_BYTES = MAX_KEPT_BYTES / MAX_TALLIES / URL_KEYS.length;
/** Returns a URL with a host of so many bytes, not characters; that of the first is longer by `over`. */
const longUrl = (index: number, over: number): string =>
  `https://${String(index).padStart(4, '0')}${'é'.repeat((HOST_BYTES - 4) / 2)}${index < over ? 'x' : ''}/`;

/** Hits that meet a limit together, and exceed it if `over` is 1. */
const LIMITS: Readonly<Record<string, (over: number) => Merged>> = {
  paths: (over) =>
    mergeHalves(
      times(MAX_PATHS - 1 - 40 + over, (index) => ({ [`group ${index % 40}`]: { [`k${index}`]: 1 } })),
      {},
    ),
  tallies: (over) =>
    mergeHalves(
      times(MAX_TALLIES + over, (index) => ({ url: `https://h${index}.example` })),
      { url: ['domain'] },
    ),
  'texts that are kept': (over) =>
    mergeHalves([...times(256, (value) => wide(0, 256, value)), ...times(over, () => ({ other: 1 }))], {
      '*': ['values'],
    }),
  'texts that are tallied': (over) => {
    const years = times(16, (index) => `year ${index}`);
    return mergeHalves(
      [
        ...times(MAX_TALLIES, (year) => Object.fromEntries(years.map((each) => [each, String(year).padStart(4, '0')]))),
        ...times(over, () => ({ other: '2020' })),
      ],
      Object.fromEntries([...years, 'other'].map((each) => [each, ['year']])),
    );
  },
  'texts of paths that have too many': (over) =>
    merge(manyValues(0, 128), manyValues(128, 256 + over), { '*': ['values'] }),
  'bytes of texts that are kept': (over) =>
    mergeHalves(
      times(MAX_TALLIES, (index) => Object.fromEntries(URL_KEYS.map((key) => [key, longUrl(index, over)]))),
      Object.fromEntries(URL_KEYS.map((key) => [key, ['domain']])),
    ),
};

describe('mergeStatistics()', () => {
  it('gives what one scan of both arrays gives', () => {
    fc.assert(
      fc.property(fc.array(hit, { maxLength: 12 }), fc.nat(12), (hits, cut) => {
        const { merged, whole } = merge(hits.slice(0, cut), hits.slice(cut), EVERYTHING);
        expect(merged).toEqual(whole);
      }),
      { numRuns: runsOfTheDay(300) },
    );
  });

  it.each([
    ['values, as many as are listed', times(MAX_VALUES, (value) => ({ value })), { value: ['values'] }],
    ['values, more than are listed', times(MAX_VALUES + 1, (value) => ({ value })), { value: ['values'] }],
    ['keys, as many as objects have', times(MAX_MEMBERS, (index) => ({ [`k${index}`]: 1 })), {}],
    ['elements, and as many keys as objects have', [[1], ...times(MAX_MEMBERS, (index) => ({ [`k${index}`]: 1 }))], {}],
    ['keys, so many that they are data', times(MAX_MEMBERS + 1, (index) => ({ [`k${index}`]: 1 })), {}],
    [
      'keys that are data, next to what is measured',
      times(MAX_MEMBERS + 1, (index) => ({ m: { [`k${index}`]: 1 }, value: index })),
      { value: ['values'] },
    ],
  ] as const)('counts %s, as one scan does', (_, hits, measures) => {
    const { merged, whole } = mergeHalves(hits, measures);
    expect(merged).toEqual(whole);
  });

  describe.each(Object.entries(LIMITS))('of both together, %s', (_, mergeOver) => {
    it('have room up to the limit', () => {
      const { merged, whole } = mergeOver(0);
      expect(whole.limited).toBe(false);
      expect(merged).toEqual(whole);
    });

    it('are limited beyond it', () => {
      const { merged, whole } = mergeOver(1);
      expect([merged.limited, whole.limited]).toEqual([true, true]);
    });
  });

  it('puts paths, values and tallies into the order of their texts', () => {
    const hits = [
      ['b', 'https://b.example'],
      ['10', 'https://c.example'],
      ['a', 'nowhere'],
      [10, 'https://a.example'],
      ['b', 'https://b.example'],
    ].map(([value, url]) => ({ url, 'a.b': value, a: { value } }));
    const { merged } = mergeHalves(hits, { 'a.value': ['values'], url: ['domain'] });
    expect(merged.paths.map(({ path, parent, key }) => [path, parent, key])).toEqual([
      ['', -1, undefined],
      ['"a.b"', 0, 'a.b'],
      ['a', 0, 'a'],
      ['a.value', 2, 'value'],
      ['url', 0, 'url'],
    ]);
    expect(merged.paths[3]?.values).toEqual([
      { kind: 'number', text: '10', count: 1 },
      { kind: 'string', text: '10', count: 1 },
      { kind: 'string', text: 'a', count: 1 },
      { kind: 'string', text: 'b', count: 2 },
    ]);
    const { counts, others } = merged.paths[4]?.tally ?? {};
    expect([[...(counts ?? [])], others]).toEqual([
      [
        ['a.example', 1],
        ['b.example', 2],
        ['c.example', 1],
      ],
      1,
    ]);
  });

  it('is limited if a part is', () => {
    const part = scanHits(['1']);
    const limited = { ...part, limited: true };
    expect(mergeStatistics(part, limited).limited).toBe(true);
    expect(mergeStatistics(limited, part).limited).toBe(true);
    expect(mergeStatistics(part, part).limited).toBe(false);
  });

  it('takes it without measures that each path kept values', () => {
    const given = (measures?: HitMeasures): boolean => {
      const [a, b] = [manyValues(0, 128), manyValues(128, 256)].map((hits) =>
        scanHits(hits.map((each) => JSON.stringify(each))),
      );
      if (!a || !b) throw new Error('There are two arrays');
      return mergeStatistics(a, b, measures).limited;
    };
    expect(given()).toBe(true);
    expect(given({})).toBe(false);
  });

  it('adds up what had no path of its own', () => {
    const long = (key: string): string => JSON.stringify({ [key.repeat(300)]: 'x' });
    const [a, b, whole] = [['a'], ['b'], ['a', 'b']].map((keys) => scanHits(keys.map(long)));
    if (!a || !b || !whole) throw new Error('There are three arrays');
    expect(mergeStatistics(a, b, {})).toEqual(whole);
    expect(mergeStatistics(a, scanHits(['{"…":1}']), {}).paths.map(({ path }) => path)).toEqual(['', '"…"', '…']);
  });
});
