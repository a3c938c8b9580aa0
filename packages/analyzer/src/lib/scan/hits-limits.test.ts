import { describe, expect, it } from 'vitest';

import { scanHits } from '../../../test/scan/scan-hits.ts';
import {
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  MAX_MEASURED_BYTES,
  MAX_PATHS,
  MAX_TALLIES,
  MAX_VALUES,
  type HitMeasures,
} from './hits-statistics.ts';
import { cutToBytes } from './wasm/text-bytes.ts';

const times = <Item>(count: number, itemOf: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => itemOf(index));
const isLimited = (hits: readonly unknown[], measures: HitMeasures): boolean =>
  scanHits(
    hits.map((each) => JSON.stringify(each)),
    measures,
  ).limited;

const URL_KEYS = times(8, (index) => `url ${index}`);
const HOST_BYTES = 128;
/** Returns a URL with a host of so many bytes, not characters. */
const longUrl = (index: number): string =>
  `https://${String(index).padStart(4, '0')}${'é'.repeat((HOST_BYTES - 4) / 2)}/`;

describe('the statistics of hits', () => {
  it.each<[what: string, hits: readonly unknown[], more: unknown, measures: HitMeasures]>([
    // Besides the members: the hit itself, and 40 groups.
    [
      'paths',
      times(MAX_PATHS - 1 - 40, (index) => ({ [`group ${index % 40}`]: { [`k${index}`]: 1 } })),
      { 'group 0': { more: 1 } },
      {},
    ],
    [
      'hosts of a path',
      times(MAX_TALLIES, (index) => ({ url: `https://h${index}.example` })),
      { url: 'https://more.example' },
      { url: ['domain'] },
    ],
    [
      'values of all paths',
      times(MAX_KEPT_TEXTS, (index) => ({ [`k${index % 257}`]: Math.floor(index / 257) })),
      { more: 1 },
      { '*': ['values'] },
    ],
    [
      'bytes of texts',
      times(MAX_KEPT_BYTES / HOST_BYTES / URL_KEYS.length, (index) =>
        Object.fromEntries(URL_KEYS.map((key) => [key, longUrl(index)])),
      ),
      { more: 'https://x/' },
      Object.fromEntries([...URL_KEYS, 'more'].map((key) => [key, ['domain']])),
    ],
  ])('have room for as many %s as they say, and say so of one more', (_, hits, more, measures) => {
    expect([isLimited(hits, measures), isLimited([...hits, more], measures)]).toEqual([false, true]);
  });

  it.each([
    [0, MAX_VALUES],
    [1, undefined],
  ])('list the values of a path unless there are too many: %i more', (over, listed) => {
    const { paths } = scanHits(times(MAX_VALUES + over, String), { '': ['values'] });
    expect(paths[0]?.values?.length).toBe(listed);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('compare texts that are not too long: %i bytes more', (over, repeats) => {
    const text = 'x'.repeat(MAX_MEASURED_BYTES + over);
    expect(scanHits([JSON.stringify([text, text])], { '[]': ['repeats'] }).paths[1]).toMatchObject({ repeats });
  });

  it('are handed over with the longest labels, whatever keys stand beside them', () => {
    const labels = times(2 * 512, (index) => String(index).padEnd(256, '·x'.repeat(86)));
    const cut = labels.map((label) => cutToBytes(label, 256));
    const hits = cut.map((name, index) =>
      JSON.stringify({ name, ...Object.fromEntries(times(6, (key) => [`key ${(index * 7 + key * 31) % 200}`, 1])) }),
    );
    const read: (string | undefined)[] = [];
    scanHits(hits, { name: ['label'] }, 100_000, (batch) => {
      read.push(...times(batch.count, (index) => batch.label(index)));
    });
    expect(read).toEqual(cut);
  });

  it.each([
    [`1${'0'.repeat(2_000)}e-2000`, 1],
    [`1${'0'.repeat(2_000)}e-10000`, 0],
    [`0.${'0'.repeat(2_000)}1e+10000`, Infinity],
  ])('score thousands of digits as their exponent says: case %#', (number, score) => {
    const scores: number[] = [];
    scanHits([number], { '': ['score'] }, 1_000, (batch) => scores.push(...batch.scores));
    expect(scores).toEqual([score]);
  });

  it.each([
    [String.raw`"9\u0035.5"`, 95.5],
    [String.raw`"1\u00650"`, 1],
    [String.raw`"\n1"`, Number.NaN],
    [String.raw`"${String.raw`\u0030`.repeat(700)}"`, Number.NaN],
  ])('score a string with escapes by what it says: case %#', (text, score) => {
    for (const chunkBytes of [1, 5, 10_000]) {
      const scores: number[] = [];
      scanHits([text], { '': ['score'] }, chunkBytes, (batch) => scores.push(...batch.scores));
      expect(scores).toEqual([score]);
    }
  });

  it('list values in the order of their texts, and hosts as they come', () => {
    const hits = [
      ['b', 'https://b.example'],
      ['10', 'https://c.example'],
      ['a', 'nowhere'],
      [10, 'https://a.example'],
      ['b', 'https://b.example'],
    ].map(([value, url]) => JSON.stringify({ url, value }));
    const { paths } = scanHits(hits, { value: ['values'], url: ['domain'] });
    expect(paths[2]?.values).toEqual([
      { kind: 'number', text: '10', count: 1 },
      { kind: 'string', text: '10', count: 1 },
      { kind: 'string', text: 'a', count: 1 },
      { kind: 'string', text: 'b', count: 2 },
    ]);
    const { counts, others } = paths[1]?.tally ?? {};
    expect([[...(counts ?? [])], others]).toEqual([
      [
        ['b.example', 2],
        ['c.example', 1],
        ['a.example', 1],
      ],
      1,
    ]);
  });
});
