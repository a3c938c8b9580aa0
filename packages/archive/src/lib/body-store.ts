import { createHash, randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import type { SegmentRange } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { codingsAtRest, pack, unpack, UnpackError, type BodyEncoding } from './content-coding.ts';
import { readFileParts } from './read-file-parts.ts';
import { eraseInSegment, segmentPath } from './segment.ts';
import { makeFolder, syncFolder } from './sync-files.ts';
import { writeParts } from './write-parts.ts';

const SUFFIXES: Readonly<Record<BodyEncoding, string>> = {
  identity: '.body',
  zstd: '.body.zst',
  gzip: '.body.gz',
};

/** Names a body: by its hash, and by its place if it shares a file with others. */
export interface BodyPlace {
  readonly sha256: string;
  readonly segment?: SegmentRange | undefined;
}

/** Segments that are held in memory while their bodies are read one after the other. */
const MAX_HELD_SEGMENT_BYTES = 2 ** 20;

/** A body that is safely on the disk. */
export interface StoredBody {
  /** SHA-256 of its bytes, in hex: its name. */
  readonly sha256: string;
  /** Length of the body, whatever its size at rest. */
  readonly bytes: number;
  /** False where the stream broke off; what had come until then is kept. */
  readonly complete: boolean;
}

/** A body whose bytes are on the disk under a name that nobody knows yet. */
export interface StagedBody extends StoredBody {
  readonly path: string;
  readonly encoding: BodyEncoding;
  /** The error of the stream, if it broke off. */
  readonly failure?: unknown;
}

/** A part of a body, in bytes of what was received. */
export interface ByteRange {
  /** First byte. Default 0. */
  readonly start?: number;
  /** The byte after the last. Default: the end of the body. */
  readonly end?: number;
}

/** A body at rest. */
export interface BodyFile {
  readonly path: string;
  readonly encoding: BodyEncoding;
  /** Bytes of the body in the file. */
  readonly storedBytes: number;
  /** First byte of the body, if it shares the file with others. */
  readonly start?: number;
}

/**
 * Keeps bodies as files named after what is in them: `bodies/ab/abcd….body` has the very bytes received, `….body.zst` and
 * `….body.gz` have them compressed. Equal bodies share a file. Small bodies that arrived in parallel are parts of a segment.
 */
export class BodyStore {
  readonly #folder: string;
  /** Folders within whose own names are on the disk. */
  readonly #durable = new Set<string>();
  #held: ReadonlyMap<string, Uint8Array> = new Map();
  /** The segment that was read last: its bodies are asked for one after the other. */
  #lastSegment: { readonly name: string; readonly content: Uint8Array } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder of the bodies, in an archive that is there. */
  create(): Promise<void> {
    return makeFolder(this.#folder);
  }

  /** Where the body of that hash is, or would be. */
  pathOf(sha256: string, encoding: BodyEncoding = 'identity'): string {
    return join(this.#folder, sha256.slice(0, 2), `${sha256}${SUFFIXES[encoding]}`);
  }

  /** Where a segment is, or would be. */
  segmentPath(name: string): string {
    return segmentPath(this.#folder, name);
  }

  /** Reads these bodies from memory from now on, by their hashes: what is on the disk of them may not be whole. */
  hold(bodies: ReadonlyMap<string, Uint8Array>): void {
    this.#held = bodies;
  }

  /** Finds a body at rest, in any encoding. @throws {ArchiveError} `body-changed` if a link or a folder stands in its place. */
  async locate(place: BodyPlace): Promise<BodyFile | undefined> {
    const held = this.#held.get(place.sha256);
    if (held !== undefined)
      return { path: this.pathOf(place.sha256), encoding: 'identity', storedBytes: held.byteLength };
    const found = await this.#find(place);
    if (found === undefined) return undefined;
    const { isFile, ...file } = found;
    if (!isFile) throw new ArchiveError('body-changed', 'a link or a folder stands in the place of the body');
    return file;
  }

  async #find({ sha256, segment }: BodyPlace): Promise<(BodyFile & { readonly isFile: boolean }) | undefined> {
    if (segment !== undefined) {
      const { name, start, end } = segment;
      const path = this.segmentPath(name);
      const found = await lstat(path).catch(() => undefined);
      if (found === undefined) return undefined;
      const storedBytes = Math.max(0, Math.min(end, found.size) - start);
      return { path, encoding: 'identity', storedBytes, start, isFile: found.isFile() };
    }
    for (const encoding of Object.keys(SUFFIXES) as BodyEncoding[]) {
      const path = this.pathOf(sha256, encoding);
      const found = await lstat(path).catch(() => undefined);
      if (found !== undefined) return { path, encoding, storedBytes: found.size, isFile: found.isFile() };
    }
    return undefined;
  }

  /**
   * Writes a stream to the disk while it arrives. The body has a name only after {@link publish}: `verify` lists the others.
   * @returns once the bytes are on the disk.
   * @throws what the disk said. A stream that breaks off is not an error: the body is then not `complete`.
   */
  async stage(stream: AsyncIterable<Uint8Array>, encoding: BodyEncoding = 'identity'): Promise<StagedBody> {
    await this.create();
    const path = join(this.#folder, `${randomUUID()}.part`);
    const file = await open(path, 'wx', 0o600);
    const hash = createHash('sha256');
    let [bytes, complete] = [0, true];
    let failure: unknown;
    async function* received(): AsyncGenerator<Uint8Array> {
      try {
        for await (const part of stream) {
          hash.update(part);
          bytes += part.byteLength;
          yield part;
        }
      } catch (error) {
        complete = false;
        failure = error;
      }
    }
    try {
      await writeParts(file, pack(received(), codingsAtRest(encoding)));
      await file.sync();
      await file.close();
      return { sha256: hash.digest('hex'), bytes, complete, failure, path, encoding };
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Gives a body its name. @returns once the name is on the disk too. */
  async publish({ path, encoding, sha256, bytes, complete }: StagedBody): Promise<StoredBody> {
    const target = this.pathOf(sha256, encoding);
    const folder = dirname(target);
    await makeFolder(folder);
    await rename(path, target);
    await syncFolder(folder);
    // Whoever made the folder may not have synced its name yet.
    if (!this.#durable.has(folder)) {
      await syncFolder(this.#folder);
      await syncFolder(dirname(this.#folder));
      this.#durable.add(folder);
    }
    return { sha256, bytes, complete };
  }

  /** Throws away what was staged. */
  async discard({ path }: StagedBody): Promise<void> {
    await rm(path, { force: true });
  }

  /** Stages and publishes. */
  async store(stream: AsyncIterable<Uint8Array>, encoding?: BodyEncoding): Promise<StoredBody> {
    return this.publish(await this.stage(stream, encoding));
  }

  /**
   * Reads a body back as received, or a part of it. A whole body is compared with its hash before its last part is given.
   * @throws {ArchiveError} `body-missing`, `body-changed`; the stream fails with `body-changed` in the place of its last part.
   */
  async read(place: BodyPlace, range: ByteRange = {}): Promise<Readable> {
    const { sha256 } = place;
    const file = await this.locate(place);
    if (file === undefined) throw new ArchiveError('body-missing', 'the body is not in the archive');
    const { start = 0, end = Number.POSITIVE_INFINITY } = range;
    const held = this.#held.get(sha256);
    if (held !== undefined) return Readable.from([held.subarray(start, end)], { objectMode: false });
    const isWhole =
      start === 0 && (end === Number.POSITIVE_INFINITY || (file.encoding === 'identity' && end >= file.storedBytes));
    if (!isWhole && file.encoding === 'identity') return readRange(file, start, end);
    // No encoding is set, so the chunks are bytes.
    const parts = (
      file.start === undefined ? readFileParts(file.path) : readRange(file, 0, file.storedBytes)
    ) as AsyncIterable<Uint8Array>;
    const content =
      file.encoding === 'identity' ? parts : unpack(parts, codingsAtRest(file.encoding), { maxBytes: Infinity });
    return Readable.from(isWhole ? compared(content, sha256) : sliced(content, start, end), { objectMode: false });
  }

  /** Checks whether a body is there and is what its name says. */
  async isWhole(place: BodyPlace): Promise<boolean> {
    try {
      const body = await this.read(place);
      body.resume();
      await finished(body);
      return true;
    } catch {
      return false;
    }
  }

  /** Reads a small body at once; `undefined` where it is larger than that, compressed or not there. */
  readSmall(
    { sha256, bytes, segment }: BodyPlace & Pick<StoredBody, 'bytes'>,
    mostBytes: number,
  ): Uint8Array | undefined {
    if (bytes > mostBytes) return undefined;
    const held = this.#held.get(sha256);
    if (held !== undefined) return held;
    let file: number | undefined;
    try {
      if (segment !== undefined && segment.name === this.#lastSegment?.name)
        return this.#lastSegment.content.subarray(segment.start, segment.end);
      const path = segment === undefined ? this.pathOf(sha256) : this.segmentPath(segment.name);
      file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      if (segment === undefined) return readFileSync(file);
      const { size } = fstatSync(file);
      if (size > MAX_HELD_SEGMENT_BYTES) {
        const content = Buffer.alloc(bytes);
        return content.subarray(0, readSync(file, content, 0, bytes, segment.start));
      }
      this.#lastSegment = { name: segment.name, content: readFileSync(file) };
      return this.#lastSegment.content.subarray(segment.start, segment.end);
    } catch {
      return undefined;
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /**
   * Removes a body in every encoding that it is kept in, or overwrites it with zeros where it shares a file with bodies that stay.
   * @returns the changed paths, for {@link syncBodies}.
   */
  async erase(place: BodyPlace, { isShared = false }: { readonly isShared?: boolean } = {}): Promise<string[]> {
    const { segment } = place;
    if (segment !== undefined && isShared) {
      this.#lastSegment = undefined;
      const path = this.segmentPath(segment.name);
      return eraseInSegment(path, segment) ? [path] : [];
    }
    const removed: string[] = [];
    for (let file = await this.#find(place); file !== undefined; file = await this.#find(place)) {
      await rm(file.path, { force: true, recursive: true });
      removed.push(file.path);
    }
    return removed;
  }
}

/** Reads a part of a body that is as it was received, as far as it is there. */
function readRange({ path, start: from = 0, storedBytes }: BodyFile, start: number, end: number): Readable {
  const last = Math.min(end, storedBytes) - 1;
  return last < start ? Readable.from([]) : readFileParts(path, { start: from + start, end: from + last });
}

/** Passes a body on while it is hashed. The last part is held back until the hash is known: nobody takes another body for whole. */
async function* compared(body: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  try {
    for await (const part of body) {
      if (held !== undefined) yield held;
      hash.update(part);
      held = part;
    }
  } catch (cause) {
    if (!(cause instanceof UnpackError)) throw cause;
    throw new ArchiveError('body-changed', 'the body cannot be unpacked', { cause });
  }
  if (hash.digest('hex') !== sha256) throw new ArchiveError('body-changed', 'the body is not what was received');
  if (held !== undefined) yield held;
}

async function* sliced(body: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const part of body) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, part.byteLength)];
    if (from < to) yield part.subarray(from, to);
    at += part.byteLength;
    if (at >= end) return;
  }
}
