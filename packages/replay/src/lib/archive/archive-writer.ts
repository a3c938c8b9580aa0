import type { Captured, Forwarded, ImageFact } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import type { Archive } from './archive.ts';
import type { BodyEncoding } from './body-encoding.ts';
import type { StagedBody, StoredBody } from './body-store.ts';
import type { Journal } from './journal.ts';
import type { WriterLock } from './writer-lock.ts';

/** Choices of a writer. */
export interface WriterOptions {
  /** How new bodies are kept at rest. Default `identity`. */
  readonly encoding?: BodyEncoding;
  /** Time that is written down. Default: that of the machine. */
  readonly now?: () => Date;
}

/** A capture to be, all but its number and its body. */
export type CaptureDetails = Omit<Captured, 'kind' | 'id' | 'body' | 'summary'>;

/**
 * Adds captures to an archive and removes them. What a method promised once it resolved is on the disk: it outlives a crash
 * and a power cut.
 */
export class ArchiveWriter {
  readonly archive: Archive;
  readonly #journal: Journal;
  readonly #lock: WriterLock;
  readonly #encoding: BodyEncoding;
  readonly #now: () => Date;
  #nextId: number;

  constructor({
    archive,
    journal,
    lock,
    nextId,
    encoding = 'identity',
    now = () => new Date(),
  }: WriterOptions & {
    readonly archive: Archive;
    readonly journal: Journal;
    readonly lock: WriterLock;
    readonly nextId: number;
  }) {
    this.archive = archive;
    this.#journal = journal;
    this.#lock = lock;
    this.#nextId = nextId;
    this.#encoding = encoding;
    this.#now = now;
  }

  /**
   * Keeps a delivery: its body while it streams in, then its line of the journal.
   *
   * @param details A function is called with what came, once all of it is on the disk.
   * @returns the capture with its number, once both are on the disk.
   * @throws what the disk said; then nothing is kept.
   *
   * @example
   * await writer.keep(createReadStream('body.json'), {
   *   receivedAt: '2026-01-05T03:00:00.000Z', method: 'POST', path: '/', headers: [], bearer: 'not-checked', answer: null,
   *   source: 'import:raw', fidelity: 'decoded',
   * });
   */
  async keep(
    body: AsyncIterable<Uint8Array>,
    details: CaptureDetails | ((body: StoredBody) => CaptureDetails),
  ): Promise<Captured> {
    return this.commit(await this.stage(body), details);
  }

  /** Takes in a body, to be kept by {@link ArchiveWriter.commit}. Memory does not grow with it. */
  stage(body: AsyncIterable<Uint8Array>): Promise<StagedBody> {
    return this.archive.bodies.stage(body, this.#encoding);
  }

  /** Keeps a body that was taken in. */
  async commit(
    staged: StagedBody,
    details: CaptureDetails | ((body: StoredBody) => CaptureDetails),
  ): Promise<Captured> {
    const body = await this.archive.bodies.publish(staged);
    const id = this.#nextId;
    this.#nextId += 1;
    const captured: Captured = {
      kind: 'captured',
      id,
      ...(typeof details === 'function' ? details(body) : details),
      body,
    };
    await this.#journal.append(captured);
    return captured;
  }

  /** Writes down what a receiver said to a capture that was passed on. */
  recordForward(fact: Omit<Forwarded, 'kind'>): Promise<void> {
    return this.#journal.append({ kind: 'forwarded', ...fact });
  }

  /** Writes down an image that a capture names, or why it could not be fetched. Keep its bytes with `archive.images` first. */
  recordImage(fact: Omit<ImageFact, 'kind'>): Promise<void> {
    return this.#journal.append({ kind: 'image', ...fact });
  }

  /**
   * Removes a capture: a tombstone is written, then its body and its images are deleted where no other capture has the same.
   *
   * @throws {ArchiveError} `capture-unknown`.
   */
  async erase(id: number, because?: 'age' | 'size'): Promise<void> {
    const captures = await this.archive.captures();
    const capture = captures.find((each) => each.id === id);
    if (capture === undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${id}"`);
    await this.#journal.append({
      kind: 'erased',
      id,
      at: this.#now().toISOString(),
      ...(because !== undefined && { because }),
    });
    const { sha256 } = capture.body;
    if (!captures.some((other) => other.id !== id && other.body.sha256 === sha256)) {
      await this.archive.bodies.erase(sha256);
    }
  }

  /** Waits for what is under way and lets others write. */
  async close(): Promise<void> {
    await this.#journal.close();
    this.#lock.release();
  }
}
