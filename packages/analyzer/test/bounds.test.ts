import type { DocumentSummary } from '@idvkit/schema/formats';
import { payloadSummary } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { summarize } from '../src/index.ts';

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
  it.each([
    [
      'entries',
      screening(
        provider(
          'p',
          times(300, () => entry(HIT)),
        ),
      ),
      300,
    ],
    ['providers', screening(times(40, (index) => provider(`p${index}`, entry(HIT)))), 40],
    [
      'fields',
      screening(
        provider(
          'p',
          times(1_100, () => entry(HIT)),
        ),
      ),
      1_100,
    ],
    ['ids', screening(provider('p', entry(times(65_600, (index) => `{"doc":{"id":${index}}}`)))), 65_600],
    ['paths', screening(provider('p', entry(times(5_000, (index) => `{"k${index}":1}`)))), 5_000],
    ['texts', `{"event":{"type":"${'x'.repeat(5_000)}"}}`, 0],
    ['warnings', `{"event":{"type":"submit_form"},"answers":{${times(300, (index) => `"q${index}":null`)}}}`, 0],
  ])('are told where they are met: %s', async (bound, json, hits) => {
    const document = await summaryOf(json);
    expect(document.limits.map((limit) => limit.bound)).toContain(bound);
    // Whatever is left out, all hits are counted.
    expect(document.hits).toBe(hits);
    expect(JSON.stringify(document).length).toBeLessThan(2_000_000);
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

  it('mean nothing else where they are named like what objects inherit', async () => {
    const document = await summaryOf('{"event":{"type":"x","__proto__":{"type":"y"},"constructor":1},"__proto__":{}}');
    expect(document.event).toEqual({ type: 'x' });
    expect(document.warnings.filter(({ code }) => code === 'payload.duplicate-key')).toEqual([]);
  });
});

describe('input that is no payload', () => {
  it.each([
    ['', 'empty'],
    ['\uFEFF{}', 'malformed'],
    ['\u0000', 'malformed'],
    ['['.repeat(1_001), 'too-deep'],
    ['{"a":', 'cut-off'],
    ['{"a":01}', 'malformed'],
    ['{} {}', 'malformed'],
  ])('%j is not summed up as whole', async (json, code) => {
    const summary = await summarize([new TextEncoder().encode(json)]);
    expect([summary.complete, summary.problem?.code]).toEqual([false, code]);
  });

  it('is said to be none', async () => {
    expect((await summaryOf('[1,2]')).warnings.map(({ code }) => code)).toEqual(['payload.not-a-payload']);
  });
});
