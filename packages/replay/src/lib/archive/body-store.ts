import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A body that is safely on the disk. */
export interface StoredBody {
  /** SHA-256 of its bytes, in hex: its name. */
  readonly sha256: string;
  readonly bytes: number;
  /** False where the stream broke off; what had come until then is kept. */
  readonly complete: boolean;
}

/**
 * Keeps bodies as files named after what is in them: `bodies/ab/abcd….body`, byte for byte as received. Equal bodies share
 * a file.
 */
export class BodyStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Where the body of that hash is. */
  pathOf(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), `${sha256}.body`);
  }

  /**
   * Writes a stream to the disk while it arrives; memory does not grow with it.
   *
   * @returns once the bytes and the name of the file are on the disk.
   * @throws what the disk said. A stream that breaks off is no error: the body is then not `complete`.
   */
  async store(stream: AsyncIterable<Uint8Array>): Promise<StoredBody> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.#folder, `${randomUUID()}.part`);
    const file = await open(temporary, 'wx', 0o600);
    const hash = createHash('sha256');
    let bytes = 0;
    let complete = true;
    try {
      const chunks = stream[Symbol.asyncIterator]();
      for (;;) {
        const next = await chunks.next().catch(() => undefined);
        if (next === undefined) complete = false;
        if (next === undefined || next.done) break;
        hash.update(next.value);
        bytes += next.value.byteLength;
        await writeAll(file, next.value);
      }
      await file.sync();
    } catch (error) {
      await file.close();
      await rm(temporary, { force: true });
      throw error;
    }
    await file.close();
    const sha256 = hash.digest('hex');
    const path = this.pathOf(sha256);
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(temporary, path);
    await syncFolder(dirname(path));
    if (created !== undefined) await syncFolder(this.#folder);
    return { sha256, bytes, complete };
  }

  /** Reads a body back, as it was received. */
  read(sha256: string): ReadStream {
    return createReadStream(this.pathOf(sha256), { highWaterMark: 256 * 1_024 });
  }

  /** Size of a stored body, or `undefined` where there is none. */
  async sizeOf(sha256: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(sha256))).size;
    } catch {
      return undefined;
    }
  }

  /** Removes a body for good. */
  async erase(sha256: string): Promise<void> {
    await rm(this.pathOf(sha256), { force: true });
    await syncFolder(dirname(this.pathOf(sha256)));
  }
}

async function writeAll(
  file: { write: (bytes: Uint8Array) => Promise<{ bytesWritten: number }> },
  bytes: Uint8Array,
): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await file.write(bytes.subarray(at))).bytesWritten;
}

/** Makes names in a folder as durable as the files that they name. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
