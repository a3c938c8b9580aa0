import { payloadSummary, type HitsSummary } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { summarize } from '../src/index.ts';
import { detailedHits } from './detailed-hits.ts';
import { summarizeWithStreamJson } from './reference/summarize-with-stream-json.ts';

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

type Hit = { match_types: string[]; doc: { name: string; aka: { name: string }[]; media: unknown[] } };

const hit: fc.Arbitrary<Hit> = fc.record({
  match_types: fc.array(fc.constantFrom('name_exact', 'aka_fuzzy', 'constructor'), { maxLength: 3 }),
  doc: fc.record({
    name: fc.string({ unit: 'grapheme' }),
    aka: fc.array(fc.record({ name: fc.string() }), { maxLength: 6 }),
    media: fc.array(fc.jsonValue(), { maxLength: 2 }),
  }),
});

const entry = fc.array(hit, { maxLength: 8 }).map((hits) => ({
  input: {},
  output: { code: 200, status: 'success', content: { data: { id: 1, hits, total_hits: hits.length } } },
  result: {
    is_found: hits.length > 0,
    is_in_pep: hits.length > 0,
    is_in_warnings: false,
    is_in_sanctions: false,
    is_in_adverse_media: false,
    is_in_fitness_probity: false,
    total_hits: hits.length,
  },
}));

const run = fc.array(entry, { maxLength: 3 }).map((entries) => ({
  input: { first_name: 'A', last_name: 'B', date_of_birth: '1990-01-01' },
  output: { provider: entries },
  result: { is_any_found: entries.some(({ result }) => result.is_found) },
  timestamp: '2026-01-05T03:00:00+00:00',
  values_list: [],
}));

const delivery = fc.array(run, { maxLength: 3 }).map((runs) => ({
  event: { nounce: 'n', type: 'submit_form', version: 1, created_at: '2026-01-05T03:00:00+00:00' },
  application: { id: 7, no: 'COK000007', form: 'kyc', slug: 'secret-slug', status: 'complete', submitted_at: null },
  answers: { nid: { value: '1101700230708' } },
  extra: { ekyc: { face_compare: { score: 70.5, status: 'match' } }, identity_aml: { provider: runs } },
}));

function* chunksOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The same sums by way of the whole document in memory. */
function expectedHits(
  hits: readonly Hit[],
): Pick<HitsSummary, 'count' | 'bytes'> & { values: Record<string, number>; aka: number } {
  const values = new Map<string, number>();
  for (const type of hits.flatMap(({ match_types }) => match_types)) values.set(type, (values.get(type) ?? 0) + 1);
  return {
    count: hits.length,
    bytes: hits.reduce((sum, each) => sum + sizeOf(each), 0),
    values: Object.fromEntries(values),
    aka: hits.reduce((sum, { doc }) => sum + doc.aka.length, 0),
  };
}

describe('summarize()', () => {
  it('counts what is there, however the bytes are cut, and shows no personal value', async () => {
    await fc.assert(
      fc.asyncProperty(delivery, fc.integer({ min: 1, max: 64 }), async (document, chunkSize) => {
        const bytes = encoder.encode(JSON.stringify(document));
        const summary = await summarize(chunksOf(bytes, chunkSize));
        expect(payloadSummary.parse(summary)).toEqual(summary);
        expect(summary).toEqual(await summarize([bytes]));
        expect(summary).toMatchObject({ complete: true, bytes: bytes.length });

        const [provider] = summary.documents[0]?.providers ?? [];
        const entries = provider?.runs.flatMap((each) => each.entries) ?? [];
        const expected = document.extra.identity_aml.provider.flatMap((each) => each.output.provider);
        expect(
          entries
            .map(detailedHits)
            .map((hits) => [
              hits.count,
              hits.bytes,
              Object.fromEntries(hits.matchTypes.counts.map(({ value, count }) => [value, count])),
              hits.arrays.find(({ path }) => path === 'doc.aka')?.elements ?? 0,
            ]),
        ).toEqual(
          expected.map(({ output }) => {
            const { count, bytes: size, values, aka } = expectedHits(output.content.data.hits);
            return [count, size, values, aka];
          }),
        );
        expect(JSON.stringify(summary)).not.toContain('secret-slug');
      }),
    );
  });

  it('tells how many aliases and articles hits have', async () => {
    const hits = [0, 1, 1, 2, 40].map((count) => ({
      doc: { aka: Array.from({ length: count }, () => ({ name: 'A' })), media: [{ date: '2020' }, { url: 'x' }] },
    }));
    const text = JSON.stringify({
      extra: { identity_aml: { p: [{ output: { p: [{ output: { content: { data: { hits: [...hits, 7] } } } }] } }] } },
    });
    for (const sum of [summarize, summarizeWithStreamJson]) {
      const summary = await sum([encoder.encode(text)]);
      const { aliases, media } = detailedHits(summary.documents[0]?.providers[0]?.runs[0]?.entries[0]);
      expect(aliases.perHit.spread).toEqual({ min: 0, p50: 1, p95: 2, p99: 2, max: 40 });
      expect(aliases.perHit.sketch).toMatchObject({ count: 6, sum: 44, zeros: 2, max: 40 });
      expect(media.perHit.spread).toEqual({ min: 0, p50: 2, p95: 2, p99: 2, max: 2 });
    }
  });

  it('finds the largest hits where they are', async () => {
    const hits = [3, 50, 7].map((length) => ({ doc: { name: 'x'.repeat(length) } }));
    const document = {
      extra: { identity_aml: { p: [{ output: { p: [{ output: { content: { data: { hits } } } }] } }] } },
    };
    const text = JSON.stringify(document, null, 2);
    const summary = await summarize([encoder.encode(text)], { top: 2, reveal: true });
    const largest = detailedHits(summary.documents[0]?.providers[0]?.runs[0]?.entries[0]).largest;
    expect(largest.map(({ offset, bytes }) => JSON.parse(text.slice(offset, offset + bytes)) as unknown)).toEqual([
      hits[1],
      hits[2],
    ]);
    expect(largest.map(({ index, label }) => [index, label])).toEqual([
      [1, 'x'.repeat(50)],
      [2, 'x'.repeat(7)],
    ]);
  });

  it('says where a payload is cut off and keeps what it saw', async () => {
    const text = '{"event":{"type":"submit_form"},"extra":{"identity_aml":{"p":[{"output":{"p":[';
    const summary = await summarize([encoder.encode(text)]);
    expect(summary).toMatchObject({
      complete: false,
      problem: {
        code: 'cut-off',
        message: `The input is cut off at byte ${text.length} (line 1, column ${text.length + 1}), in extra.identity_aml.p[0].output.p[0]`,
        offset: text.length,
        line: 1,
        column: text.length + 1,
        path: 'extra.identity_aml.p[0].output.p[0]',
      },
      documents: [{ bytes: text.length, event: { type: 'submit_form' }, providers: [{ name: 'p' }] }],
    });
  });

  it.each(['', ',', ',{"a"'])(
    'measures a payload that is cut off in its hits up to the last whole one, before %j',
    async (rest) => {
      const before = '{"event":{},"extra":{"identity_aml":{"p":[{"output":{"p":[{"output":{"content":{"data":{"hits":[';
      for (const hits of ['{"a":1}', '{"a":1},{"b":[2]}']) {
        const { documents } = await summarize([encoder.encode(before + hits + rest)]);
        const { length } = before + hits;
        const sizes = [length, length - before.indexOf('{"identity'), length - before.indexOf('{"p":[{"output":{"p"')];
        const tree = documents[0]?.tree;
        expect([tree?.bytes, tree?.parts[0]?.bytes, tree?.parts[0]?.parts[0]?.bytes]).toEqual(sizes);
        expect(documents[0]?.bytes).toBe(length);
      }
    },
  );

  it('stops when it is told to', async () => {
    const summary = await summarize([encoder.encode('[1,'), encoder.encode('2]')], { signal: AbortSignal.abort() });
    expect(summary).toMatchObject({
      complete: false,
      problem: { code: 'interrupted', message: 'Interrupted after 0 bytes', offset: 0 },
      documents: [],
    });
  });
});
