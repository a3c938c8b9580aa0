/**
 * Compares the engines on generated documents for as long as it is told: the same summary of each document, however it is cut,
 * and the same verdict once a byte of it was changed. The tests do so with a few; this is for whoever changes a scanner.
 *
 *     node packages/analyzer/scripts/compare-engines.ts [seconds]
 */
import { isDeepStrictEqual } from 'node:util';

import { summarize } from '@idvkit/analyzer';
import fc from 'fast-check';

import { chunksOf, chunkSizes, documentTexts } from '../test/payloads.ts';

const DOCUMENTS_PER_ROUND = 20;
const until = performance.now() + Number(process.argv[2] ?? 60) * 1_000;
const cases = fc.tuple(documentTexts, chunkSizes, fc.nat(), fc.nat(255));
const encoder = new TextEncoder();

async function compare(bytes: Uint8Array, sizes: readonly number[]): Promise<boolean> {
  const [reference, plain, wasm] = await Promise.all(
    (['stream-json', 'plain', 'wasm'] as const).map((engine) =>
      summarize(chunksOf(bytes, sizes), { engine, reveal: true }),
    ),
  );
  const isAgreed = reference?.complete === true ? isDeepStrictEqual(plain, reference) : plain?.complete === false;
  return isAgreed && isDeepStrictEqual(wasm, plain);
}

let documents = 0;
while (performance.now() < until && process.exitCode === undefined) {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  for (const [json, sizes, at, byte] of fc.sample(cases, { seed, numRuns: DOCUMENTS_PER_ROUND })) {
    const bytes = encoder.encode(json);
    const isSame = await compare(bytes, sizes);
    bytes[at % bytes.length] = byte;
    if (!isSame || !(await compare(bytes, sizes))) {
      process.stdout.write(`The engines differ: seed ${seed}, document ${documents % DOCUMENTS_PER_ROUND}\n`);
      process.exitCode = 1;
      break;
    }
    documents += 1;
  }
}
process.stdout.write(`${documents} documents, each whole and spoilt\n`);
