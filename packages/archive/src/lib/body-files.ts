import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { systemErrorCode } from '@idvkit/cli-kit';

import { ArchiveError } from './archive-error.ts';
import { isRunning, LEFT_OVER_AFTER_MS, PROCESS_NAME } from './process-name.ts';
import { readFileParts } from './read-file-parts.ts';
import { writeParts } from './write-parts.ts';

/** A part of a body, in bytes of what was received. */
export interface ByteRange {
  /** First byte. Default 0. */
  readonly start?: number;
  /** The byte after the last. Default: the end of the body. */
  readonly end?: number;
}

/** A body whose bytes are on the disk under a temporary name. */
export interface StagedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

const PART = '.part';
const NAME = /^[\da-f]{8}-\d{1,10}-[\da-f]{16}(?:\.part)?$/;

/**
 * Large bodies and images, a file each in `bodies/`: `HOST-PID-RANDOM`. A file counts once a row names it: a crash before that leaves a
 * file that nothing names.
 */
export class BodyFiles {
  readonly #folder: string;

  constructor(archiveFolder: string) {
    this.#folder = join(archiveFolder, 'bodies');
  }

  /** @throws {ArchiveError} `damaged` for a name that no archive gives: rows may be foreign. */
  pathOf(name: string): string {
    if (NAME.test(name)) return join(this.#folder, name);
    throw new ArchiveError('damaged', 'A file of the archive has a name that no archive gives');
  }

  has(name: string): boolean {
    return existsSync(this.pathOf(name));
  }

  /**
   * Writes a stream to the disk while it arrives.
   * @returns once the bytes are on the disk.
   * @throws the error of the system, or of `parts`; then nothing is left.
   */
  async stage(parts: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    const name = `${PROCESS_NAME}-${randomBytes(8).toString('hex')}`;
    const path = this.pathOf(name + PART);
    const file = await open(path, 'wx', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    async function* received(): AsyncGenerator<Uint8Array> {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.byteLength;
        yield part;
      }
    }
    try {
      await writeParts(file, received());
      await file.sync();
      await file.close();
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
    return { name, sha256: hash.digest('hex'), bytes };
  }

  /** Gives a staged file its name. @returns once the name is on the disk. */
  async publish({ name }: StagedFile): Promise<void> {
    await rename(this.pathOf(name + PART), this.pathOf(name));
    await this.sync();
  }

  /** Deletes files, published or not. @returns once their names are gone from the disk. */
  async remove(names: Iterable<string>): Promise<void> {
    let count = 0;
    for (const name of names) {
      await rm(this.pathOf(name), { force: true });
      if (!name.endsWith(PART)) await rm(this.pathOf(name + PART), { force: true });
      count += 1;
    }
    if (count > 0) await this.sync();
  }

  /** Deletes a file without waiting. @returns true. @throws the error of the system. */
  removeNow(name: string): true {
    rmSync(join(this.#folder, name), { force: true });
    return true;
  }

  /** Returns the size of a file at rest; `undefined` if it is missing. @throws {ArchiveError} `body-changed` if it is not a file. */
  sizeOf(name: string): number | undefined {
    try {
      const found = lstatSync(this.pathOf(name));
      if (found.isFile()) return found.size;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    throw new ArchiveError('body-changed', 'a link or a folder stands in the place of the body');
  }

  /** Reads a file as it was received, or a part of it. */
  read(name: string, { start = 0, end = Infinity }: ByteRange = {}): AsyncIterable<Uint8Array> {
    // No encoding is set, so the chunks are bytes.
    const range = { start, ...(end !== Infinity && { end: end - 1 }) };
    return readFileParts(this.pathOf(name), range) as AsyncIterable<Uint8Array>;
  }

  /** Lists all regular files. */
  async *names(): AsyncGenerator<string> {
    const folder = await opendir(this.#folder).catch(() => undefined);
    if (folder === undefined) return;
    for await (const entry of folder) if (entry.isFile()) yield entry.name;
  }

  /** Checks whether a file that no row names is left over from a crash: another process may be writing it. */
  async isLeftOver(name: string): Promise<boolean> {
    if (!isRunning(name)) return true;
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    return found !== undefined && Math.abs(Date.now() - found.mtimeMs) > LEFT_OVER_AFTER_MS;
  }

  /** Makes the names of files durable. */
  async sync(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}
