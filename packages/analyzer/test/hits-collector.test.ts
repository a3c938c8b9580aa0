import type { HitProfile, HitsSummary, ValueCounts } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { HitsCollector, noHits, type HitsOptions } from '../src/lib/collect/hits-collector.ts';
import { PayloadCollector } from '../src/lib/collect/payload-collector.ts';
import { Sketch } from '../src/lib/collect/sketch.ts';
import { measuresOf } from '../src/lib/summarize/hit-profile.ts';
import { scanHits } from './scan/scan-hits.ts';

interface Hit {
  id?: string;
  name?: string;
  score?: number;
  status?: string;
  risk?: string;
  types?: string[];
  kinds?: string[];
  flag?: boolean;
  kind?: string | number;
  aka?: { name: string }[];
  nick?: string;
  lang?: string;
  news?: { date: string; url: string; lang?: string }[];
}

const profile: HitProfile = {
  label: 'name',
  id: 'id',
  score: 'score',
  matchStatus: 'status',
  riskLevel: 'risk',
  types: ['types[]', 'status'],
  sources: ['kind'],
  matchTypes: ['kinds[]'],
  values: ['kind', 'absent', 'flag'],
  aliases: ['aka[].name', 'nick'],
  mediaDates: ['news[].date'],
  mediaUrls: ['news[].url'],
  languages: ['lang', 'news[].lang'],
  maps: [],
  birthDates: [],
  countries: [],
  stories: [],
  sanctions: [],
  exactMatches: [],
  inputCountries: [],
};

const names = fc.constantFrom('', 'Somchai', 'สมชาย', 'x'.repeat(90));
const hit: fc.Arbitrary<Hit> = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'ก'),
    name: names,
    score: fc.constantFrom(-1, 0.5, 0.5, 99.123_456_789_1),
    status: fc.constantFrom('open', 'closed'),
    risk: fc.constantFrom('low', 'high'),
    types: fc.array(fc.constantFrom('pep', 'sanction'), { maxLength: 3 }),
    kinds: fc.array(fc.constantFrom('exact', 'fuzzy'), { maxLength: 3 }),
    flag: fc.boolean(),
    kind: fc.constantFrom('7', 7, 'x'),
    aka: fc.array(fc.record({ name: names }), { maxLength: 4 }),
    nick: names,
    lang: fc.constantFrom('th', 'en'),
    news: fc.array(
      fc.record(
        {
          date: fc.constantFrom('2019-04-01', '2020', 'soon'),
          url: fc.constantFrom('https://www.A.example/x', 'http://u@b.example:80', 'nowhere'),
          lang: fc.constantFrom('th', 'lo'),
        },
        { requiredKeys: ['date', 'url'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [] },
);

/** Returns how often values occur, the most frequent first, then by their text. */
function counted(values: readonly (string | number | boolean | undefined)[]): ValueCounts {
  const groups = Map.groupBy(
    values.flatMap((value) => (value === undefined ? [] : String(value))),
    (value) => value,
  );
  const counts = [...groups].map(([value, { length }]) => ({ value, count: length }));
  const sorted = counts.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return {
    total: counts.reduce((sum, { count }) => sum + count, 0),
    distinct: counts.length,
    exact: true,
    counts: sorted,
  };
}

function distribution(values: readonly number[]): ReturnType<Sketch['distribution']> {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  return sketch.distribution();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const repeatedIn = (texts: readonly string[]): number => texts.length - new Set(texts).size;
const script = (text: string): string => (text === 'สมชาย' ? 'thai' : 'ascii');
const yearOf = (date: string): string | undefined => /^\d{4}/.exec(date)?.[0];
const hostOf = (url: string): string | undefined =>
  url === 'nowhere' ? undefined : url.includes('A.') ? 'a.example' : 'b.example';

/** Computes a summary of hits from the parsed hits. */
function recomputed(hits: readonly Hit[], { top, reveal, offset = 0, first = 0 }: HitsOptions): HitsSummary {
  const texts = hits.map((each) => JSON.stringify(each));
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const places = hits.map(({ name }, index) => ({
    number: first + index,
    index,
    offset: offset + 1 + sum(sizes.slice(0, index)) + index,
    bytes: sizes[index] ?? 0,
    ...(name !== undefined && { label: reveal ? name.slice(0, 80) : '•••' }),
  }));
  const scored = hits.flatMap(({ score }, index) =>
    score === undefined ? [] : places.slice(index, index + 1).map((place) => ({ ...place, score })),
  );
  const ids = hits.flatMap(({ id }, index) => (id === undefined ? [] : [{ id, index }]));
  const groups = [...Map.groupBy(ids, ({ id }) => id).values()];
  const most = groups
    .filter(({ length }) => length > 1)
    .map((group) => ({ index: group[0]?.index ?? 0, count: group.length }))
    .toSorted((a, b) => b.count - a.count || a.index - b.index)
    .map(({ index, count }) => ({ index, offset: places[index]?.offset ?? 0, count }));
  const aka = hits.map((each) => each.aka?.map(({ name }) => name) ?? []);
  const nicks = hits.flatMap(({ nick }) => nick ?? []);
  const aliases = [...aka.flat(), ...nicks];
  const news = hits.map((each) => each.news ?? []);
  const years = news.flat().map(({ date }) => yearOf(date));
  const domains = news.flat().map(({ url }) => hostOf(url));
  const arrays = (['aka', 'kinds', 'news', 'types'] as const).flatMap((path) => {
    const lengths = hits.flatMap((each) => each[path]?.length ?? []);
    const [elements, max] = [sum(lengths), Math.max(...lengths)];
    return lengths.length === 0
      ? []
      : [{ path, arrays: lengths.length, empty: lengths.filter((length) => length === 0).length, elements, max }];
  });
  const { spread: size, sketch } = distribution(sizes);
  const valuesAt = (path: 'kind' | 'flag'): HitsSummary['values'] =>
    hits.some((each) => each[path] !== undefined) ? [{ path, ...counted(hits.map((each) => each[path])) }] : [];
  return {
    count: hits.length,
    bytes: sum(sizes),
    ...(size && { size }),
    sizes: sketch,
    matchStatuses: counted(hits.map(({ status }) => status)),
    riskLevels: counted(hits.map(({ risk }) => risk)),
    types: counted(hits.flatMap(({ types = [], status }) => [...types, status])),
    sources: counted(hits.map(({ kind }) => kind)),
    matchTypes: counted(hits.flatMap(({ kinds = [] }) => kinds)),
    highest: scored.toSorted((a, b) => b.score - a.score).slice(0, top),
    arrays: arrays.toSorted((a, b) => b.elements - a.elements),
    values: [...valuesAt('kind'), ...valuesAt('flag')],
    largest: places.toSorted((a, b) => b.bytes - a.bytes).slice(0, top),
    ids: {
      total: ids.length,
      distinct: groups.length,
      exact: true,
      kept: groups.length,
      repeated: ids.length - groups.length,
      most,
    },
    aliases: {
      total: aliases.length,
      empty: aliases.filter((alias) => alias === '').length,
      repeated: sum(aka.map(repeatedIn)),
      max: Math.max(nicks.length > 0 ? 1 : 0, ...aka.map(({ length }) => length)),
      perHit: distribution(aka.map(({ length }) => length)),
    },
    scripts: counted([...hits.flatMap(({ name }) => name ?? []), ...aliases].map(script)),
    languages: counted(hits.flatMap((each) => [each.lang, ...(each.news ?? []).map(({ lang }) => lang)])),
    media: {
      years: counted(years),
      undated: years.filter((year) => year === undefined).length,
      domains: counted(domains),
      withoutDomain: domains.filter((domain) => domain === undefined).length,
      perHit: distribution(news.map(({ length }) => length)),
    },
  };
}

/** Collects hits, which are read in chunks of so many bytes. */
function collected(hits: readonly unknown[], options: HitsOptions, chunkBytes = 1_000): HitsSummary {
  const collector = new HitsCollector(options);
  const texts = hits.map((each) => JSON.stringify(each));
  return collector.result(
    scanHits(texts, measuresOf(options.profile), chunkBytes, (batch) => collector.addBatch(batch)),
  );
}

const plain: HitsOptions = { profile, top: 3, reveal: false };

describe('HitsCollector', () => {
  it('says what JSON.parse finds in hits', () => {
    const options = fc.record({
      profile: fc.constant(profile),
      top: fc.nat(3),
      reveal: fc.boolean(),
      offset: fc.nat(9),
      first: fc.nat(9),
    });
    fc.assert(
      fc.property(
        fc.array(hit, { maxLength: 9 }),
        options,
        fc.integer({ min: 1, max: 500 }),
        (hits, chosen, chunkBytes) => {
          expect(collected(hits, chosen, chunkBytes)).toEqual(recomputed(hits, chosen));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('begins at the start of the document without other options', () => {
    expect(collected([{ name: 'x' }], plain)).toEqual(recomputed([{ name: 'x' }], plain));
  });

  it('lists no score that no number can hold', () => {
    const collector = new HitsCollector(plain);
    const texts = ['{"score":1e999}', '{"score":-1e999}', '{"score":7}'];
    const { highest } = collector.result(
      scanHits(texts, measuresOf(profile), 1_000, (batch) => collector.addBatch(batch)),
    );
    expect(highest.map(({ index, score }) => [index, score])).toEqual([[2, 7]]);
  });

  it('lists the 16 arrays with most elements', () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, Array(index).fill(0)]));
    expect(collected([many], plain).arrays.map(({ path }) => path)).toEqual(
      Array.from({ length: 16 }, (_, index) => `k${16 - index}`),
    );
  });

  it.each([
    [256, true],
    [257, false],
  ])('lists %i values of a field only if it is like an enumeration', (count, isListed) => {
    const summary = collected(
      Array.from({ length: count }, (_, index) => ({ lang: `l${index}`, kind: index, status: `s${index}` })),
      plain,
    );
    for (const counts of [summary.languages, summary.matchStatuses, summary.values[0]]) {
      expect(counts).toMatchObject({ total: count, exact: isListed, distinct: isListed ? count : 0 });
    }
  });

  it('does not call languages exact if there are more paths than are told apart', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, a) => [
        `a${a}`,
        Object.fromEntries(Array.from({ length: 100 }, (__, b) => [`b${b}`, 0])),
      ]),
    );
    expect(collected([{ lang: 'th' }, paths], plain).languages).toMatchObject({ total: 1, exact: false });
  });

  it('counts one element of an array that holds aliases, however deep it is', () => {
    const deep: HitProfile = { ...profile, aliases: ['aka[].names.first'] };
    const hits = [
      { aka: [{ names: { first: 'a' } }, { names: { first: 'b' } }] },
      { aka: [{ names: { first: 'a' } }] },
    ];
    expect(collected(hits, { ...plain, profile: deep }).aliases).toMatchObject({ total: 3, repeated: 0, max: 2 });
  });

  it('is the same summary for every entry without hits', () => {
    expect(noHits()).toEqual(recomputed([], plain));
    expect(noHits()).toBe(noHits());
  });
});

describe('PayloadCollector', () => {
  it.each([
    [{}, 0],
    [{ offset: 7 }, 7],
  ])('knows where the document begins: %o', (options, offset) => {
    expect(new PayloadCollector({ ...plain, ...options }).result()).toMatchObject({ offset, bytes: 0 });
  });
});
