import type { DocumentSummary, SizeNode } from '@idvkit/schema/formats';
import { payloadSummary } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { createCollector, summarize } from '../src/index.ts';
import { hitsText } from '../src/lib/view/size-text.ts';

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(',');
const HIT = '{"doc":{"id":"x"}}';
const entry = (hits: string): string => `{"output":{"content":{"data":{"hits":[${hits}]}}},"result":{"total_hits":1}}`;
const screening = (providers: string): string => `{"extra":{"identity_aml":{${providers}}}}`;
const provider = (name: string, entries: string): string => `"${name}":[{"output":{"${name}":[${entries}]}}]`;

async function summaryOf(json: string): Promise<DocumentSummary> {
  const summary = await summarize([new TextEncoder().encode(json)]);
  expect(payloadSummary.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
  const [document] = summary.documents;
  if (!summary.complete || !document) throw new Error(summary.problem?.message ?? 'There is no document');
  return document;
}

describe('bounds', () => {
  const hitsPath = 'extra.identity_aml.p[0].output.p[0].output.content.data.hits';
  const providers = (count: number): string => screening(times(count, (index) => provider(`p${index}`, entry(HIT))));
  const entries = (count: number): string =>
    screening(
      provider(
        'p',
        times(count, () => entry(HIT)),
      ),
    );
  const text = (value: string): string => `{"event":{"type":${value}}}`;
  const nested = `[${times(40, () => `[${times(40, () => '[1,2]')}]`)}]`;

  const ones = (lists: number, each: number): string => `[${times(lists, () => `[${times(each, () => '1')}]`)}]`;
  /** A payload of 1,003 parts and more, of which no container has more than 24. */
  const parts = (more: number): string => `{"a":${ones(24, 24)},"b":${ones(16, 24)},"c":[${times(more, () => '1')}]}`;

  it.each([
    ['entries', entries(257), 257, { path: 'extra.identity_aml', kept: 256, dropped: 1 }],
    ['entries', entries(300), 300, { path: 'extra.identity_aml', kept: 256, dropped: 44 }],
    ['providers', providers(33), 33, { path: 'extra.identity_aml', kept: 32, dropped: 1 }],
    ['providers', providers(40), 40, { path: 'extra.identity_aml', kept: 32, dropped: 8 }],
    // Seven values lead to the entries, and seven are in each.
    ['fields', entries(1_100), 1_100, { path: '', kept: 7 + 7 * 1_024, dropped: 76 }],
    [
      'ids',
      screening(provider('p', entry(times(65_600, (index) => `{"doc":{"id":${index}}}`)))),
      65_600,
      { path: hitsPath, kept: 65_536 },
    ],
    // One more has all others.
    [
      'paths',
      screening(provider('p', entry(times(100, (a) => `{"g${a}":{${times(100, (b) => `"k${b}":1`)}}}`)))),
      100,
      { path: hitsPath, kept: 4_096 + 1 },
    ],
    // Of each container, 24 parts are listed.
    ['parts', `{"answers":{"nested":${nested}}}`, 0, { path: '', kept: 1_024, dropped: 2 + 24 + 24 ** 2 * 3 - 1_024 }],
    ['parts', parts(22), 0, { path: '', kept: 1_024, dropped: 1 }],
    ['texts', text(`"${'x'.repeat(4_095)}"`), 0, { path: '', kept: 4_096, dropped: 1 }],
    ['texts', text('1'.repeat(4_097)), 0, { path: '', kept: 4_096, dropped: 1 }],
    [
      'warnings',
      `{"event":{"type":"submit_form"},"answers":{${times(300, (index) => `"q${index}":null`)}}}`,
      0,
      { path: '', kept: 256 },
    ],
  ])('are told where they are met: %s', async (bound, json, hits, told) => {
    const document = await summaryOf(json);
    expect(document.limits.filter((limit) => limit.bound === bound)).toMatchObject([{ ...told, bound }]);
    // Whatever is left out, all hits are counted.
    expect(document.hits).toBe(hits);
    expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
  });

  it.each([
    ['entries', entries(256)],
    ['providers', providers(32)],
    ['fields', `{"answers":{"list":[${times(1_024, () => '1')}]}}`],
    ['fields', `{"extra":{"bank_statement":{"pages":[${times(9_000, () => '{"n":[1]}')}]}}}`],
    ['parts', parts(21)],
    ['texts', text(`"${'x'.repeat(4_094)}"`)],
    ['texts', text('1'.repeat(4_096))],
  ])('are not met up to them: %s', async (bound, json) => {
    expect((await summaryOf(json)).limits.map((limit) => limit.bound)).not.toContain(bound);
  });

  it('leave the shape of hits of further providers out', async () => {
    const shapes = (await summaryOf(providers(34))).providers.map(({ shape }) => [shape.hits, shape.paths.length]);
    expect(shapes).toEqual(Array.from({ length: 34 }, (_, index) => (index < 32 ? [1, 3] : [0, 0])));
  });

  it('mark the hits as an estimate if a provider beyond them may be there twice', async () => {
    const twice = (count: number): Promise<DocumentSummary> =>
      summaryOf(
        screening(
          `${times(count, (index) => provider(`p${index}`, entry(HIT)))},${provider(`p${count - 1}`, entry(HIT))}`,
        ),
      );
    const [exact, estimated] = [await twice(1_024), await twice(1_025)];
    expect([exact.hits, exact.screening.exact]).toEqual([1_024, undefined]);
    expect([estimated.screening.exact, estimated.screening.duplicates.exact]).toEqual([false, false]);
    expect((await summaryOf(providers(1_024))).screening.exact).toBeUndefined();
    expect([exact, estimated].map(({ screening }) => hitsText(screening))).toEqual(['1,024 hits', '≈1,026 hits']);
    const collector = createCollector();
    collector.addDocument(estimated);
    expect(collector.result()).toMatchObject({ limits: [{ bound: 'providers' }] });
  });

  it('of 256 arrays of hits are listed, and those of the document', async () => {
    const { limits } = await summaryOf(
      screening(
        provider(
          'p',
          times(258, () => entry(`{"${'k'.repeat(5_000)}":1}`)),
        ),
      ),
    );
    expect(limits.map(({ bound }) => bound)).toEqual([...Array(256).fill('paths'), 'entries', 'warnings']);
  });

  it.each([15, 16, 20])('list 16 levels of %i containers, and what is in them, by size', async (depth) => {
    const { tree } = await summaryOf(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const levels: number[] = [];
    for (let node: SizeNode | undefined = tree; node !== undefined; [node] = node.parts) levels.push(node.bytes);
    expect(levels).toEqual(Array.from({ length: 16 }, (_, level) => (depth - level) * 6 + 1));
  });

  it('list 16 keys that are there twice', async () => {
    const { warnings } = await summaryOf(`{"answers":{${times(17, (index) => `"a${index}":1,"a${index}":1`)}}}`);
    expect(warnings.filter(({ code }) => code === 'payload.duplicate-key')).toHaveLength(16);
  });

  it.each([
    ['runs that are no list', `"p":{"0":{"output":{"p":[${entry(HIT)}]}}}`],
    ['entries under the name of another provider', `"p":[{"output":{"q":[${entry(HIT)}]}}]`],
    ['entries that are no list', `"p":[{"output":{"p":{"0":${entry(HIT)}}}}]`],
  ])('count no hits of %s', async (_what, providers) => {
    expect(await summaryOf(screening(providers))).toMatchObject({ hits: 0, providers: [{ name: 'p' }] });
  });

  it('are met by one value too many', async () => {
    const { limits } = await summaryOf(`{"answers":{"list":[${times(1_025, () => '1')}]}}`);
    expect(limits).toEqual([{ bound: 'fields', path: '', kept: 3 + 1_024, dropped: 1 }]);
  });

  it('let a text show that it is there, and a number say nothing', async () => {
    const { event } = await summaryOf(text(`"${'x'.repeat(5_000)}"`));
    expect([event, (await summaryOf(text('1'.repeat(5_000)))).event]).toEqual([{ type: '•••' }, {}]);
    expect((await summaryOf(`{"event":{"version":0.${'1'.repeat(5_000)}}}`)).event).toEqual({});
  });

  it('are not met by an ordinary payload', async () => {
    expect((await summaryOf(screening(provider('p', entry(times(50, () => HIT)))))).limits).toEqual([]);
  });
});

describe('keys that are there twice', () => {
  it('are told, within hits and outside; the last value counts', async () => {
    const twice = `{"event":{"type":"a","type":"b"},${screening(provider('p', entry('{"id":1,"id":2}'))).slice(1)}`;
    const document = await summaryOf(twice);
    expect(document.event.type).toBe('b');
    const told = document.warnings.filter(({ code }) => code === 'payload.duplicate-key').map(({ path }) => path);
    expect(told).toEqual(['event.type', 'extra.identity_aml.p[0].output.p[0].output.content.data.hits[].id']);
  });

  it('are named without a path at the root', async () => {
    const { warnings } = await summaryOf('{"event":{},"event":{}}');
    expect(warnings.filter(({ code }) => code === 'payload.duplicate-key').map(({ path }) => path)).toEqual(['event']);
  });

  it('mean nothing else where they are named like what objects inherit', async () => {
    const document = await summaryOf('{"event":{"type":"x","__proto__":{"type":"y"},"constructor":1},"__proto__":{}}');
    expect(document.event).toEqual({ type: 'x' });
    expect(document.warnings.filter(({ code }) => code === 'payload.duplicate-key')).toEqual([]);
  });
});

describe('input that is no payload', () => {
  it.each([
    ['', 'empty'],
    ['\u0000', 'malformed'],
    ['['.repeat(1_001), 'too-deep'],
    ['{"a":', 'cut-off'],
    ['{"a":01}', 'malformed'],
    ['{} {}', 'several-documents'],
    ['{}\n\u001e{}', 'several-documents'],
  ])('%j is not summed up as whole', async (json, code) => {
    const summary = await summarize([new TextEncoder().encode(json)]);
    expect([summary.complete, summary.problem?.code]).toEqual([false, code]);
  });

  it('is said to be none', async () => {
    expect((await summaryOf('[1,2]')).warnings.map(({ code }) => code)).toEqual(['payload.not-a-payload']);
  });
});
