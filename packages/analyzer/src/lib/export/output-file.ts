import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { CliError, makeFolder, systemErrorCode, systemErrorState } from '@idvkit/cli-kit';

const BUFFER_BYTES = 1024 * 1024;

/**
 * A file that is written bit by bit and is there whole or not at all: under another name in the same folder until
 * {@link commit}. Only the owner may read it (0600). What is not an ordinary file, `/dev/stdout` for instance, is written in place.
 *
 * Writing is synchronous, so that the producer can never run ahead of the disk.
 *
 * @throws {CliError} `file-unwritable` from every method but `discard`.
 */
export class OutputFile {
  readonly #named: string;
  readonly #target: string;
  /** The temporary file, or the target itself if that is not an ordinary file. */
  readonly #path: string;
  readonly #descriptor: number;
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  #used = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#named = path;
    const { target, inPlace } = this.#attempt(() => locate(path));
    this.#target = target;
    this.#path = inPlace ? target : join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
    this.#descriptor = this.#attempt(() => openSync(this.#path, inPlace ? 'w' : 'wx', 0o600));
  }

  write(bytes: Uint8Array): void {
    if (bytes.length > BUFFER_BYTES - this.#used) this.#flush();
    if (bytes.length > BUFFER_BYTES) this.#writeAll(bytes);
    else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  /** Puts the file in its place, synced to the disk. */
  commit(): void {
    try {
      this.#flush();
      if (this.#path !== this.#target) this.#attempt(() => fsyncSync(this.#descriptor));
      this.#close();
      if (this.#path !== this.#target) this.#attempt(() => renameSync(this.#path, this.#target));
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  /** Removes what was written. */
  discard(): void {
    this.#close();
    if (this.#path !== this.#target) rmSync(this.#path, { force: true });
  }

  #flush(): void {
    const used = this.#used;
    this.#used = 0;
    if (used > 0) this.#writeAll(this.#buffer.subarray(0, used));
  }

  #writeAll(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      at += this.#attempt(() => writeSync(this.#descriptor, bytes, at));
    }
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #attempt<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (cause) {
      throw new CliError({
        code: 'file-unwritable',
        message: `Cannot write "${this.#named}": ${systemErrorState(cause)}.`,
        fix: 'Name a file in a folder that you may write to, on a disk with room for it.',
        cause,
      });
    }
  }
}

function locate(path: string): { readonly target: string; readonly inPlace: boolean } {
  try {
    const target = realpathSync(path);
    return { target, inPlace: !statSync(target).isFile() };
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    makeFolder(dirname(path));
    return { target: path, inPlace: false };
  }
}
