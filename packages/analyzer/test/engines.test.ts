import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { summarize } from '../src/index.ts';
import { chunksOf, chunkSizes, documentTexts, shortTexts } from './payloads.ts';
import { summarizeWithStreamJson } from './reference/summarize-with-stream-json.ts';

const encoder = new TextEncoder();

describe('engines', () => {
  it('give the same summary of any document, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(documentTexts, chunkSizes, fc.boolean(), async (json, sizes, reveal) => {
        const bytes = encoder.encode(json);
        const reference = await summarizeWithStreamJson(chunksOf(bytes, [1_000]), { reveal });
        const scanned = await summarize(chunksOf(bytes, sizes), { reveal });
        expect(scanned).toEqual(reference);
        expect(scanned.complete).toBe(true);
      }),
      { numRuns: runsOf(60) },
    );
  });

  it('never call a document whole that JSON.parse refuses, nor one broken that it reads', async () => {
    const spoil = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(smallDocuments, spoil, chunkSizes, async (json, { at, byte }, sizes) => {
        const bytes = encoder.encode(json);
        bytes[at % bytes.length] = byte;
        const [scanned, reference] = await Promise.all([
          summarize(chunksOf(bytes, sizes)),
          summarizeWithStreamJson([bytes]),
        ]);
        expect([scanned.complete, reference.complete]).toEqual([isJson(bytes), isJson(bytes)]);
        expect(scanned.complete ? scanned : undefined).toEqual(reference.complete ? reference : undefined);
      }),
      { numRuns: runsOf(300) },
    );
  });

  it('report a document that is cut off at any byte at that byte, with what was seen until then', async () => {
    const bytes = encoder.encode(small);
    const whole = await summarize([bytes]);
    for (let end = 1; end < bytes.length; end += 1) {
      const [scanned, reference] = await Promise.all([
        summarize([bytes.subarray(0, end)]),
        summarizeWithStreamJson([bytes.subarray(0, end)]),
      ]);
      expect(scanned).toMatchObject({ complete: false, bytes: end, problem: { code: 'cut-off', offset: end } });
      expect(reference).toMatchObject({ complete: false, bytes: end, problem: { code: 'cut-off' } });
      expect(scanned.documents[0]?.hits).toBeLessThanOrEqual(whole.documents[0]?.hits ?? 0);
    }
    expect(whole.documents[0]?.hits).toBe(2);
  });
});

const small =
  '{"event":{"type":"submit_form","n":-1.5e3},"extra":{"identity_aml":{"p":[{"output":{"p":[{"output":{"content":{"data":' +
  '{"hits":[{"doc":{"name":"é\\u00e9","aka":[true,false,null]}},{}]}}}}]}}]}}}';

const smallDocuments = fc.oneof(fc.constant(small), shortTexts);

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
