import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { summarize } from '../src/index.ts';
import { chunksOf, chunkSizes, documentTexts, shortTexts } from './payloads.ts';

const encoder = new TextEncoder();
/** Our own. */
const scans = ['plain', 'wasm'] as const;

describe('engines', () => {
  it('give the same summary of any document, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(documentTexts, chunkSizes, fc.boolean(), async (json, sizes, reveal) => {
        const bytes = encoder.encode(json);
        const reference = await summarize(chunksOf(bytes, [1_000]), { engine: 'stream-json', reveal });
        expect(reference.complete).toBe(true);
        for (const engine of scans) {
          expect(await summarize(chunksOf(bytes, sizes), { engine, reveal }), engine).toEqual(reference);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never call a document whole that JSON.parse refuses, nor one broken that it reads', async () => {
    const spoil = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(smallDocuments, spoil, chunkSizes, async (json, { at, byte }, sizes) => {
        const bytes = encoder.encode(json);
        bytes[at % bytes.length] = byte;
        const reference = await summarize([bytes], { engine: 'stream-json' });
        expect(reference.complete).toBe(isJson(bytes));
        const whole = reference.complete ? reference : undefined;
        for (const engine of scans) {
          const scanned = await summarize(chunksOf(bytes, sizes), { engine });
          expect(scanned.complete ? scanned : undefined, engine).toEqual(whole);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('report a document that is cut off at any byte at that byte, with what was seen until then', async () => {
    const bytes = encoder.encode(small);
    const whole = await summarize([bytes]);
    for (let end = 1; end < bytes.length; end += 1) {
      const cut = bytes.subarray(0, end);
      const [plain, wasm, reference] = await Promise.all(
        (['plain', 'wasm', 'stream-json'] as const).map((engine) => summarize([cut], { engine })),
      );
      expect(plain).toMatchObject({ complete: false, bytes: end, problem: { code: 'cut-off', offset: end } });
      expect(wasm).toEqual(plain);
      expect(reference).toMatchObject({ complete: false, bytes: end, problem: { code: 'cut-off' } });
      expect(plain?.documents[0]?.hits).toBeLessThanOrEqual(whole.documents[0]?.hits ?? 0);
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
