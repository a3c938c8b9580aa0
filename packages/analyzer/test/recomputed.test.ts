import { createHash } from 'node:crypto';

import type { DocumentSummary, SizeNode, ValueCounts } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { summarize } from '../src/index.ts';
import { detailedHits } from './detailed-hits.ts';

interface Hit {
  score?: number;
  match_status?: string;
  risk_level?: string;
  match_types: string[];
  doc: { id?: string; types: string[]; aka: { name: string }[] };
}
interface Entry {
  output: { code: number; content: { data: { hits: Hit[]; match_status?: string } } };
  result: { is_in_pep: boolean; total_hits: number };
}
interface Run {
  output: Record<string, Entry[]>;
  result: { is_any_in_pep: boolean };
}

const hit: fc.Arbitrary<Hit> = fc.record(
  {
    score: fc.integer({ min: -50, max: 50 }).map((score) => score / 8),
    match_status: fc.constantFrom('potential_match', 'false_positive'),
    risk_level: fc.constantFrom('low', 'high'),
    match_types: fc.subarray(['name_exact', 'aka_exact']),
    doc: fc.record(
      {
        id: fc.integer({ min: 0, max: 30 }).map((id) => `id ${id} "é`),
        types: fc.subarray(['pep', 'sanction']),
        aka: fc.array(fc.record({ name: fc.constantFrom('', 'A', 'สม') }), { maxLength: 5 }),
      },
      { requiredKeys: ['types', 'aka'] },
    ),
  },
  { requiredKeys: ['match_types', 'doc'] },
);
const entry: fc.Arbitrary<Entry> = fc
  .tuple(fc.array(hit, { maxLength: 12 }), fc.option(fc.constantFrom('unknown'), { nil: undefined }), fc.boolean())
  .map(([hits, match_status, is_in_pep]) => ({
    output: { code: 200, content: { data: { ...(match_status !== undefined && { match_status }), hits } } },
    result: { is_in_pep, total_hits: hits.length },
  }));
const run = (provider: string): fc.Arbitrary<Run> =>
  fc.tuple(fc.array(entry, { maxLength: 3 }), fc.boolean()).map(([entries, is_any_in_pep]) => ({
    output: { [provider]: entries },
    result: { is_any_in_pep },
  }));
const payload = fc
  .record({
    slug: fc.string(),
    answers: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 40 }),
    north: fc.array(run('north'), { maxLength: 3 }),
    south: fc.array(run('south'), { maxLength: 2 }),
  })
  .map(({ slug, answers, north, south }) => ({
    note: slug,
    application: { slug, submitted_at: '2026-01-05T03:00:00+00:00' },
    answers,
    extra: { identity_aml: { north, south } },
  }));

type Payload = typeof payload extends fc.Arbitrary<infer Value> ? Value : never;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const shownCounts = ({ counts }: ValueCounts): Record<string, number> =>
  Object.fromEntries(counts.map(({ value, count }) => [value, count]));
const counted = (values: readonly (string | undefined)[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) if (value !== undefined) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

/** All hits with their places, from the parsed payload. */
function placed({ extra }: Payload) {
  const runs = Object.entries(extra.identity_aml).flatMap(([provider, all]) =>
    all.map((value, index) => ({ provider, run: index, value, entries: value.output[provider] ?? [] })),
  );
  const entries = runs.flatMap(({ provider, run: at, entries: all }) =>
    all.map(({ output }, index) => ({ provider, run: at, entry: index, data: output.content.data })),
  );
  return {
    runs,
    entries,
    hits: entries.flatMap(({ data, ...place }) => data.hits.map((value, index) => ({ ...place, index, value }))),
  };
}

/** Distinct ids that are in more than one place. */
function shared(
  hits: ReturnType<typeof placed>['hits'],
  placeOf: (hit: ReturnType<typeof placed>['hits'][number]) => string,
): number {
  const places = new Map<string, Set<string>>();
  for (const each of hits) {
    const { id } = each.value.doc;
    if (id !== undefined) places.set(id, (places.get(id) ?? new Set()).add(placeOf(each)));
  }
  return [...places.values()].filter(({ size }) => size > 1).length;
}

/** What a summary says, field by field, computed from the whole payload in memory. */
function recomputed(document: Payload) {
  const { runs, entries, hits } = placed(document);
  const highest = hits
    .map(({ value, ...place }, number) => ({ ...place, number, score: value.score }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || a.number - b.number);
  const slug = JSON.stringify([document.application.slug, document.application.submitted_at]);
  const statuses = entries.flatMap(({ data }) => {
    return data.hits.map(({ match_status }) => match_status ?? data.match_status);
  });
  const ids = new Set(hits.flatMap(({ value }) => value.doc.id ?? []));
  return {
    bytes: bytesOf(document),
    answers: Object.keys(document.answers).length,
    submission: createHash('sha256').update(slug).digest('hex').slice(0, 32),
    hits: hits.length,
    hitBytes: hits.reduce((sum, { value }) => sum + bytesOf(value), 0),
    parts: Object.fromEntries(Object.entries(document).map(([name, value]) => [name, bytesOf(value)])),
    matchStatuses: counted(statuses),
    riskLevels: counted(hits.map(({ value }) => value.risk_level)),
    types: counted(hits.flatMap(({ value }) => value.doc.types)),
    matchTypes: counted(hits.flatMap(({ value }) => value.match_types)),
    highest: highest.slice(0, 10),
    duplicates: {
      ids: ids.size,
      exact: true,
      kept: ids.size,
      inSeveralEntries: shared(hits, ({ provider, run: at, entry: index }) => JSON.stringify([provider, at, index])),
      inSeveralRuns: shared(hits, ({ provider, run: at }) => JSON.stringify([provider, at])),
      inSeveralProviders: shared(hits, ({ provider }) => provider),
    },
    entries: entries.map(({ data }) => {
      const own = data.hits.flatMap(({ doc }) => doc.id ?? []);
      const names = data.hits.map(({ doc }) => doc.aka.map(({ name }) => name));
      const sizes = data.hits.map(bytesOf).sort((a, b) => a - b);
      return {
        count: data.hits.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
        smallest: sizes[0],
        largest: sizes[sizes.length - 1],
        ids: [own.length, new Set(own).size, own.length - new Set(own).size],
        aliases: names.flat().length,
        empty: names.flat().filter((name) => name === '').length,
        repeated: names.reduce((sum, each) => sum + each.length - new Set(each).size, 0),
        max: Math.max(0, ...names.map(({ length }) => length)),
      };
    }),
    containers: runs.map(({ value, entries: own }) => [bytesOf(value), own.map(bytesOf)]),
  };
}

/** The same of a summary. */
function said(document: DocumentSummary): ReturnType<typeof recomputed> {
  const { screening, tree } = document;
  const partsOf = ({ parts }: SizeNode): Record<string, number> =>
    Object.fromEntries(parts.map(({ name, bytes }) => [name, bytes]));
  const entries = document.providers.flatMap(({ runs }) => runs.flatMap((each) => each.entries));
  return {
    bytes: document.bytes,
    answers: document.answers,
    submission: document.application.submission ?? '',
    hits: document.hits,
    hitBytes: document.hitBytes,
    parts: partsOf(tree),
    matchStatuses: shownCounts(screening.matchStatuses),
    riskLevels: shownCounts(screening.riskLevels),
    types: shownCounts(screening.types),
    matchTypes: shownCounts(screening.matchTypes),
    highest: screening.highest.map(({ provider, run: at, entry: index, index: place, number, score }) => ({
      provider,
      run: at,
      entry: index,
      index: place,
      number,
      score,
    })),
    duplicates: screening.duplicates,
    entries: entries.map(detailedHits).map((hits) => ({
      count: hits.count,
      bytes: hits.bytes,
      smallest: hits.size?.min,
      largest: hits.size?.max,
      ids: [hits.ids.total, hits.ids.distinct, hits.ids.repeated],
      aliases: hits.aliases.total,
      empty: hits.aliases.empty,
      repeated: hits.aliases.repeated,
      max: hits.aliases.max,
    })),
    containers: document.providers.flatMap(({ runs }) =>
      runs.map((each) => [each.bytes, each.entries.map(({ bytes }) => bytes)]),
    ),
  };
}

describe('a summary', () => {
  it('says what JSON.parse finds in a payload, field by field, and where', async () => {
    await fc.assert(
      fc.asyncProperty(payload, async (value) => {
        const text = Buffer.from(JSON.stringify(value));
        const parsed = JSON.parse(text.toString()) as Payload;
        const [document] = (await summarize([text])).documents;
        if (!document) throw new Error('There is no document');
        expect(said(document)).toEqual(recomputed(parsed));
        const { hits } = placed(parsed);
        for (const { number, offset, bytes } of document.screening.highest) {
          expect(JSON.parse(text.toString('utf8', offset, offset + bytes))).toEqual(hits[number]?.value);
        }
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('never loses the largest part of a payload that has very many', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`k${index}`, { a: 1, b: 'x'.repeat(9), c: [1] }]),
    );
    const entries = [0, 1].map(() => ({ output: { content: { data: { hits: [{ source_notes: wide }] } } } }));
    const nested = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => [[1], [2]]));
    const value = {
      answers: { nested },
      extra: { identity_aml: { p: [{ output: { p: entries } }] } },
      event: { a: 1 },
    };
    const [document] = (await summarize([Buffer.from(JSON.stringify(value))])).documents;
    expect(document?.tree.parts.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['answers', bytesOf(value.answers)],
      ['extra', bytesOf(value.extra)],
      ['event', bytesOf(value.event)],
    ]);
  });
});
