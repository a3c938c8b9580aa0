import type { Captured, Forwarded, ImageFact } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
// oxlint-disable-next-line import/no-cycle -- An archive opens its writer, and a writer hands out its archive.
import type { Archive } from './archive.ts';
import type { BodyEncoding } from './body-encoding.ts';
import type { StoredBody } from './body-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { MemoryBudget, stageBody, type TakenBody } from './stage-body.ts';
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
  readonly #commit: GroupCommit;
  readonly #budget = new MemoryBudget(MEMORY_BYTES);
  readonly #lock: WriterLock;
  readonly #encoding: BodyEncoding;
  readonly #now: () => Date;
  readonly #keeping = new Set<Promise<unknown>>();
  /** Captures whose images may still be under way. */
  readonly #erased = new Set<number>();
  /** Resolves when captures may be kept again. */
  #closed: Promise<void> | undefined;
  #nextId: number;

  constructor({
    archive,
    commit,
    lock,
    nextId,
    encoding = 'identity',
    now = () => new Date(),
  }: WriterOptions & {
    readonly archive: Archive;
    readonly commit: GroupCommit;
    readonly lock: WriterLock;
    readonly nextId: number;
  }) {
    this.archive = archive;
    this.#commit = commit;
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
   * @throws {ArchiveError} `moved` while the folder is not where it was opened.
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
  async stage(body: AsyncIterable<Uint8Array>): Promise<TakenBody> {
    this.#commit.requireInPlace();
    return stageBody(body, { store: this.archive.bodies, encoding: this.#encoding, budget: this.#budget });
  }

  /** Throws away a body that was taken in. */
  async discard(taken: TakenBody): Promise<void> {
    if (taken.kind === 'file') await this.archive.bodies.discard(taken);
    else taken.release();
  }

  /** Keeps a body that was taken in. */
  async commit(taken: TakenBody, details: CaptureDetails | ((body: StoredBody) => CaptureDetails)): Promise<Captured> {
    while (this.#closed !== undefined) await this.#closed;
    const keeping = this.#keep(taken, details);
    this.#keeping.add(keeping);
    try {
      return await keeping;
    } finally {
      this.#keeping.delete(keeping);
      if (taken.kind === 'small') taken.release();
    }
  }

  async #keep(taken: TakenBody, details: CaptureDetails | ((body: StoredBody) => CaptureDetails)): Promise<Captured> {
    const { sha256, bytes, complete } = taken;
    const body = { sha256, bytes, complete };
    if (taken.kind === 'file') await this.archive.bodies.publish(taken);
    const id = this.#nextId;
    this.#nextId += 1;
    const given = typeof details === 'function' ? details(body) : details;
    const captured: Captured = { kind: 'captured', id, ...given, body };
    const path = this.archive.bodies.pathOf(sha256, this.#encoding);
    const small = taken.kind === 'small' ? { bytes: taken.content, path, encoding: this.#encoding } : undefined;
    await this.#commit.add(captured, small);
    return captured;
  }

  /** Writes down what a receiver said to a capture that was passed on. */
  recordForward(fact: Omit<Forwarded, 'kind'>): Promise<void> {
    return this.#commit.add({ kind: 'forwarded', ...fact });
  }

  /**
   * Writes down an image that a capture names, or why it could not be fetched. Keep its bytes with `archive.images` first: those of a
   * capture that was erased meanwhile are deleted again.
   */
  async recordImage(fact: Omit<ImageFact, 'kind'>): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    const recording = this.#recordImage(fact);
    this.#keeping.add(recording);
    try {
      await recording;
    } finally {
      this.#keeping.delete(recording);
    }
  }

  async #recordImage(fact: Omit<ImageFact, 'kind'>): Promise<void> {
    if (!this.#erased.has(fact.capture)) await this.#commit.add({ kind: 'image', ...fact });
    else if ('sha256' in fact.outcome) await this.#eraseImages(this.#erased, fact.outcome.sha256);
  }

  /**
   * Removes captures: tombstones are written, then bodies and images are deleted that no other capture has, and the index
   * forgets them.
   *
   * @throws {ArchiveError} `capture-unknown` if one of them is not there; then none is removed.
   */
  async erase(ids: readonly number[], because?: 'age' | 'size'): Promise<void> {
    await this.#alone(async () => {
      this.#commit.requireInPlace();
      const captures = new Map((await this.archive.captures()).map((captured) => [captured.id, captured]));
      const unknown = ids.find((id) => !captures.has(id));
      if (unknown !== undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${unknown}"`);
      const at = this.#now().toISOString();
      const reason = because === undefined ? {} : { because };
      await Promise.all(ids.map((id) => this.#commit.add({ kind: 'erased', id, at, ...reason })));
      // Until then the log may have their bodies too.
      await this.#commit.settle();
      const gone = new Set(ids);
      for (const id of gone) this.#erased.add(id);
      const left = new Set([...captures.values()].filter(({ id }) => !gone.has(id)).map(({ body }) => body.sha256));
      for (const id of gone) {
        const sha256 = captures.get(id)?.body.sha256;
        if (sha256 !== undefined && !left.has(sha256)) await this.archive.bodies.erase(sha256);
      }
      await this.#eraseImages(gone);
    });
    await this.archive.forgetErased();
  }

  /** @param unnamed An image that no fact names yet. */
  async #eraseImages(ids: ReadonlySet<number>, unnamed?: string): Promise<void> {
    const [gone, left] = [new Set(unnamed === undefined ? [] : [unnamed]), new Set<string>()];
    for await (const fact of this.archive.facts()) {
      if (fact.kind === 'image' && 'sha256' in fact.outcome) {
        (ids.has(fact.capture) ? gone : left).add(fact.outcome.sha256);
      }
    }
    for (const sha256 of gone) if (!left.has(sha256)) await this.archive.images.erase(sha256);
  }

  /** Does something while nothing is being kept: a body that is deleted might be the one that just came again. */
  async #alone(act: () => Promise<void>): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    const done = Promise.withResolvers<void>();
    this.#closed = done.promise;
    try {
      await Promise.allSettled(this.#keeping);
      await act();
    } finally {
      this.#closed = undefined;
      done.resolve();
    }
  }

  /** Waits for what is under way and lets others write. */
  async close(): Promise<void> {
    await this.#commit.close();
    this.#lock.release();
  }
}

/** Memory for small deliveries that are under way. */
const MEMORY_BYTES = 16 * 2 ** 20;
