import { createHash } from 'node:crypto';

import type { Captured } from '@idvkit/schema/formats';

import type { ArchiveStore } from './archive-store.ts';
import { ArrivingSummary } from './arriving-summary.ts';
import type { StagedFile } from './body-files.ts';
import { toColumns, toHead } from './capture-rows.ts';
import { contentCodings, knownCodings } from './content-coding.ts';
import type { BodySummary } from './summarize-body.ts';

/** Bodies up to this size are in rows, larger ones in files: SQLite reads files faster from about 100 kB on. */
export const SMALL_BODY_BYTES = 65_536;
/** Memory for small bodies that are arriving. Beyond it they go to files like larger ones. */
const MEMORY_BYTES = 16 * 2 ** 20;

/** Details of a capture that are known before its body: all but its number and its body. */
export type CaptureDetails = Omit<Captured, 'id' | 'body'>;

/** Headers and fidelity of a capture: they name the coding of its body. */
type Packing = Pick<Captured, 'headers' | 'fidelity'>;

/** A body that was taken in: a small one in memory, a large one on the disk. It is not part of the archive yet. */
export interface TakenBody {
  readonly sha256: string;
  readonly bytes: number;
  /** False where the stream broke off. */
  readonly complete: boolean;
  /** The error of the stream, if it broke off. */
  readonly failure?: unknown;
  readonly summary: BodySummary;
  readonly isPacked: boolean;
  readonly stored: { readonly content: Uint8Array } | { readonly file: StagedFile };
}

/** Adds captures to an archive. Several writers, of several processes, may add to one archive. */
export class ArchiveWriter {
  readonly #store: ArchiveStore;
  #free = MEMORY_BYTES;

  constructor(store: ArchiveStore) {
    this.#store = store;
  }

  /**
   * Keeps a delivery: its body while it arrives, then what is known of it.
   *
   * @param details A function is called with what came, once all of it is there.
   * @returns the capture with its number, once it is on the disk.
   * @throws {ArchiveError} `moved` while the folder is not where it was opened; `sync-failed`.
   * @throws the error of the system or of SQLite; then nothing is kept.
   *
   * @example
   * await writer.keep(createReadStream('body.json'), {
   *   receivedAt: '2026-01-05T03:00:00.000Z', method: 'POST', path: '/', headers: [], bearer: 'not-checked', answer: null,
   *   source: 'import:raw', fidelity: 'decoded',
   * });
   */
  async keep(body: AsyncIterable<Uint8Array>, details: CaptureDetails): Promise<Captured> {
    return this.commit(await this.take(body, details), details);
  }

  /**
   * Takes in a body while it arrives, to be kept by {@link ArchiveWriter.commit}, and reads what lists show of it. Memory does not grow
   * with it. A stream that breaks off is not an error.
   */
  async take(body: AsyncIterable<Uint8Array>, packing: Packing): Promise<TakenBody> {
    const summary = new ArrivingSummary(knownCodings(packing));
    const arriving = new ArrivingParts(body, summary);
    const stored = await this.#takeParts(arriving);
    const { failure } = arriving;
    return {
      ...('file' in stored ? { sha256: stored.file.sha256, bytes: stored.file.bytes } : hashed(stored.content)),
      complete: failure === undefined,
      ...(failure !== undefined && { failure: failure.error }),
      summary: await summary.end(),
      isPacked: contentCodings(packing).length > 0,
      stored,
    };
  }

  async #takeParts(arriving: ArrivingParts): Promise<TakenBody['stored']> {
    const held: Uint8Array[] = [];
    let bytes = 0;
    try {
      for (let part = await arriving.next(); part !== undefined; part = await arriving.next()) {
        held.push(part);
        if (bytes + part.byteLength > SMALL_BODY_BYTES || this.#free < part.byteLength) {
          this.#store.commits.requireInPlace();
          return { file: await this.#store.files.stage(continued(held, arriving)) };
        }
        bytes += part.byteLength;
        this.#free -= part.byteLength;
      }
      return { content: Buffer.concat(held) };
    } catch (error) {
      await arriving.stop();
      throw error;
    } finally {
      this.#free += bytes;
    }
  }

  /** Throws away a body that was taken in. */
  async discard({ stored }: TakenBody): Promise<void> {
    if ('file' in stored) await this.#store.files.remove([stored.file.name]);
  }

  /**
   * Keeps a body that was taken in. If that fails, the body is thrown away.
   * @param options `id`: number for a copy of an archive, larger than all others.
   */
  async commit(
    taken: TakenBody,
    details: CaptureDetails | ((body: Captured['body']) => CaptureDetails),
    { id: number }: { readonly id?: number } = {},
  ): Promise<Captured> {
    const { sha256, bytes, complete, stored } = taken;
    const body = { sha256, bytes, complete };
    const file = 'file' in stored ? stored.file : undefined;
    try {
      if (file !== undefined) await this.#store.files.publish(file);
      const { receivedAt, method, path, headers, bearer, answer, passOn, source, fidelity } =
        typeof details === 'function' ? details(body) : details;
      const rest = {
        ...(passOn && { passOn }),
        ...(source !== undefined && { source }),
        ...(fidelity && { fidelity }),
      };
      const given = { receivedAt, method, path, headers, bearer, body, answer, ...rest };
      const columns = toColumns(given, { summary: taken.summary.summary, file: file?.name, isPacked: taken.isPacked });
      const head = toHead(given);
      const content = 'content' in stored ? stored.content : null;
      const id = await this.#store.commits.make(() => {
        // Another process may have taken it for a left-over file.
        if (file !== undefined && !this.#store.files.has(file.name)) throw new Error('The file of the body is missing');
        return this.#store.insertCapture(number === undefined ? columns : { id: number, ...columns }, {
          head,
          content,
        });
      });
      return { id, ...given };
    } catch (error) {
      await this.discard(taken).catch(() => {});
      throw error;
    }
  }
}

function hashed(content: Uint8Array): { readonly sha256: string; readonly bytes: number } {
  return { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.byteLength };
}

/** The parts of a body as they arrive, each summarized before it is given. An error ends them. */
class ArrivingParts {
  readonly #parts: AsyncIterator<Uint8Array>;
  readonly #summary: ArrivingSummary;
  failure: { readonly error: unknown } | undefined;

  constructor(body: AsyncIterable<Uint8Array>, summary: ArrivingSummary) {
    this.#parts = body[Symbol.asyncIterator]();
    this.#summary = summary;
  }

  async next(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#parts.next();
      if (done === true) return undefined;
      const summarizing = this.#summary.write(value);
      if (summarizing !== undefined) await summarizing;
      return value;
    } catch (error) {
      this.failure = { error };
      return undefined;
    }
  }

  /** Lets others continue with the rest of the body. */
  async stop(): Promise<void> {
    await this.#parts.return?.();
  }
}

async function* continued(held: readonly Uint8Array[], rest: ArrivingParts): AsyncGenerator<Uint8Array> {
  yield* held;
  for (let part = await rest.next(); part !== undefined; part = await rest.next()) yield part;
}
