import { byteChunks, type PayloadInput } from '../input/byte-chunks.ts';
import { createScanner } from '../scan/wasm/wasm-scanner.ts';
import { readHit, type ExportedHit, type HitLocation } from './exported-hit.ts';
import { HitExport } from './hit-export.ts';
import { RecentBytes } from './recent-bytes.ts';

/** Bytes that are scanned before their hits are handed over. */
const PART_BYTES = 128 * 1024;

/** A hit with its place in the payload. */
export interface HitRead extends Omit<HitLocation, 'source' | 'document'> {
  /** The hit, parsed. */
  readonly value: unknown;
}

/**
 * Reads the hits of one payload of any size, in their order. Memory holds a few hits at a time.
 *
 * @param input JSON text as bytes or as a string, whole or as a stream.
 * @throws {JsonError} after the hits before it, where the input is not JSON or is cut off.
 *
 * @example
 * for await (const { value, provider, number } of readHits(createReadStream('delivery.json'))) console.log(provider, number, value)
 */
export async function* readHits(input: PayloadInput): AsyncGenerator<HitRead> {
  const bytes = new RecentBytes();
  const found: HitRead[] = [];
  const taken = (): HitRead[] => found.splice(0);
  const add = (hit: ExportedHit): void => {
    const { submission, provider, run, entry, list, number, index, offset, bytes: size } = hit;
    const value = JSON.parse(readHit(hit).toString()) as unknown;
    found.push({ submission, provider, run, entry, list, number, index, offset, bytes: size, value });
  };
  const sink = { add, commit: () => {}, discard: () => {} };
  const scanner = createScanner(new HitExport([sink], { source: '', document: 0, offset: 0, bytes }));
  try {
    for await (const part of bytes.keep(partsOf(input))) {
      scanner.write(part);
      yield* taken();
    }
    scanner.end();
  } catch (error) {
    yield* taken();
    throw error;
  } finally {
    scanner.stop();
  }
}

async function* partsOf(input: PayloadInput): AsyncGenerator<Uint8Array> {
  for await (const chunk of byteChunks(input)) {
    for (let at = 0; at < chunk.length; at += PART_BYTES) yield chunk.subarray(at, at + PART_BYTES);
  }
}
