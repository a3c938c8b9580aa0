/**
 * Compares the scanner with the reference on generated documents for some seconds: both give the same summary of each document,
 * however it is cut, and the same verdict after a byte is changed. The tests do so with a few; use this when you change the scanner.
 *
 *     node packages/analyzer/scripts/compare-engines.ts [seconds]
 */
import { isDeepStrictEqual } from 'node:util';

import { summarize } from '@idvkit/analyzer';
import fc from 'fast-check';

import { SEED } from '../../../tools/testing/sample.ts';
import { chunksOf, chunkSizes, documentTexts } from '../test/payloads.ts';
import { summarizeWithStreamJson } from '../test/reference/summarize-with-stream-json.ts';

const DOCUMENTS_PER_ROUND = 20;
const until = performance.now() + Number(process.argv[2] ?? 60) * 1_000;
const cases = fc.tuple(documentTexts, chunkSizes, fc.nat(), fc.nat(255));
const encoder = new TextEncoder();

async function compare(bytes: Uint8Array, sizes: readonly number[]): Promise<boolean> {
  const options = { reveal: true };
  const [reference, scanned] = await Promise.all([
    summarizeWithStreamJson(chunksOf(bytes, sizes), options),
    summarize(chunksOf(bytes, sizes), options),
  ]);
  return reference.complete ? isDeepStrictEqual(scanned, reference) : !scanned.complete;
}

let documents = 0;
while (performance.now() < until && process.exitCode === undefined) {
  const seed = SEED + documents;
  for (const [json, sizes, at, byte] of fc.sample(cases, { seed, numRuns: DOCUMENTS_PER_ROUND })) {
    const bytes = encoder.encode(json);
    const isSame = await compare(bytes, sizes);
    bytes[at % bytes.length] = byte;
    if (!isSame || !(await compare(bytes, sizes))) {
      process.stdout.write(`They differ: seed ${seed}, document ${documents % DOCUMENTS_PER_ROUND}\n`);
      process.exitCode = 1;
      break;
    }
    documents += 1;
  }
}
process.stdout.write(`${documents} documents, each whole and spoilt\n`);
