import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import type { DocumentBytes } from './hit-export.ts';

const PART_BYTES = 1024 * 1024;
const MAX_SPARE = 4;

/**
 * The latest bytes of a stream, from an offset on that moves forward. What does not fit into memory, because a single hit is
 * larger, goes to a file without a name that only this process can read.
 */
export class RecentBytes implements DocumentBytes {
  keepFrom: number = Number.POSITIVE_INFINITY;
  readonly #maxBytes: number;
  readonly #chunks: { readonly start: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = [];
  readonly #spare: ArrayBuffer[] = [];
  #end = 0;
  #kept = 0;
  #spill: { readonly descriptor: number; readonly start: number; end: number } | undefined;

  /** @param maxBytes How much is kept in memory. Default 32 MiB. */
  constructor(maxBytes: number = 32 * 1024 * 1024) {
    this.#maxBytes = maxBytes;
  }

  /** Passes a stream on, and keeps its bytes from `keepFrom` on. Scan each chunk before you ask for the next one. */
  async *keep(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of stream) {
        this.add(chunk);
        yield chunk;
        this.forgetBefore(this.keepFrom);
      }
    } finally {
      this.close();
    }
  }

  /** Adds a copy of the next chunk of the stream. */
  add(chunk: Uint8Array): void {
    this.#chunks.push({ start: this.#end, bytes: this.#copyOf(chunk) });
    this.#end += chunk.length;
    this.#kept += chunk.length;
    while (this.#kept > this.#maxBytes && this.#chunks.length > 1) this.#spillOldest();
  }

  /** Forgets what is before an offset. */
  forgetBefore(offset: number): void {
    let forgotten = 0;
    for (const { start, bytes } of this.#chunks) {
      if (start + bytes.length > offset) break;
      this.#kept -= bytes.length;
      if (this.#spare.length < MAX_SPARE) this.#spare.push(bytes.buffer);
      forgotten += 1;
    }
    this.#chunks.splice(0, forgotten);
    if (this.#spill && this.#spill.end <= offset) this.close();
  }

  /** The bytes of a range that has not been forgotten. */
  *read(offset: number, bytes: number): Generator<Uint8Array> {
    const end = offset + bytes;
    if (this.#spill && offset < this.#spill.end) yield* readSpill(this.#spill, offset, Math.min(end, this.#spill.end));
    for (const { start, bytes: chunk } of this.#chunks) {
      if (start >= end) break;
      if (start + chunk.length > offset)
        yield chunk.subarray(Math.max(0, offset - start), Math.min(chunk.length, end - start));
    }
  }

  /** Gives the file back, if there was one. */
  close(): void {
    if (this.#spill) closeSync(this.#spill.descriptor);
    this.#spill = undefined;
  }

  /** Copies into memory that was used before, where there is some: to ask for new memory is slower than to copy. */
  #copyOf(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
    const spare = this.#spare.pop();
    const room = spare && spare.byteLength >= chunk.length ? spare : new ArrayBuffer(chunk.length);
    const copy = new Uint8Array(room, 0, chunk.length);
    copy.set(chunk);
    return copy;
  }

  #spillOldest(): void {
    const oldest = this.#chunks.shift();
    if (!oldest) return;
    try {
      this.#spill ??= { descriptor: openNameless(), start: oldest.start, end: oldest.start };
      for (let at = 0; at < oldest.bytes.length;) at += writeSync(this.#spill.descriptor, oldest.bytes, at);
    } catch (cause) {
      throw new CliError({
        code: 'file-unwritable',
        message: `Cannot keep a large hit in a temporary file: ${systemErrorState(cause)}.`,
        fix: 'Make room in the folder for temporary files, or name another one in TMPDIR.',
        cause,
      });
    }
    this.#spare.push(oldest.bytes.buffer);
    this.#spill.end += oldest.bytes.length;
    this.#kept -= oldest.bytes.length;
  }
}

function openNameless(): number {
  const path = join(tmpdir(), `idvkit-${randomBytes(8).toString('hex')}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return descriptor;
}

function* readSpill(
  { descriptor, start }: { readonly descriptor: number; readonly start: number },
  from: number,
  to: number,
): Generator<Uint8Array> {
  const part = Buffer.allocUnsafe(Math.min(PART_BYTES, to - from));
  for (let at = from; at < to;) {
    const read = readSync(descriptor, part, 0, Math.min(part.length, to - at), at - start);
    yield part.subarray(0, read);
    at += read;
  }
}
