import type { Captured, Forwarded, ImageEntry } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import type { BodyStore, StoredBody } from './body-store.ts';
import { choosePruned, type RetentionLimits } from './choose-pruned.ts';
import type { BodyEncoding } from './content-coding.ts';
import type { GroupCommit } from './group-commit.ts';
import { HeldCaptures, MAX_ERASED_AT_ONCE, type HeldCapture } from './held-captures.ts';
import { MemoryBudget, stageBody, type TakenBody } from './stage-body.ts';
import { syncBodies } from './sync-files.ts';
import type { WriterLock } from './writer-lock.ts';

/** Choices of a writer. */
export interface WriterOptions {
  /** How new bodies are kept at rest. Default `identity`. */
  readonly encoding?: BodyEncoding;
  /** Time that is written down. Default: that of the machine. */
  readonly now?: () => Date;
}

/** Captures that were removed since the archive may no longer hold them. */
export interface Pruned {
  readonly captures: number;
  /** Bytes of their bodies, as received. */
  readonly bytes: number;
  /** How many of them were to be passed on and never were. */
  readonly notPassedOn: number;
}

interface WrittenParts {
  readonly folder: string;
  readonly bodies: BodyStore;
  readonly images: BodyStore;
  /** Removes captures from the index. */
  readonly forgetErased: (ids: readonly number[]) => Promise<void>;
}

/** A capture to be, all but its number and its body. */
export type CaptureDetails = Omit<Captured, 'kind' | 'id' | 'body' | 'summary'>;

/** Adds captures to an archive and removes them. When a method resolves, its result outlives a crash and a power cut. */
export class ArchiveWriter {
  readonly #archive: WrittenParts;
  readonly #commit: GroupCommit;
  readonly #budget = new MemoryBudget(MEMORY_BYTES);
  readonly #lock: WriterLock;
  readonly #encoding: BodyEncoding;
  readonly #now: () => Date;
  readonly #keeping = new Set<Promise<unknown>>();
  readonly #firstId: number;
  /** What the archive holds; read when something is erased first. */
  #held: HeldCaptures | undefined;
  /** Ends when what is being erased is erased. */
  #turn = Promise.resolve();
  /** The log has no bodies of captures up to this one. */
  #settledId: number;
  /** Resolves when captures may be kept again. */
  #closed: Promise<void> | undefined;
  #nextId: number;

  constructor(
    archive: WrittenParts,
    {
      commit,
      lock,
      nextId,
      encoding = 'identity',
      now = () => new Date(),
    }: WriterOptions & { readonly commit: GroupCommit; readonly lock: WriterLock; readonly nextId: number },
  ) {
    this.#archive = archive;
    this.#commit = commit;
    this.#lock = lock;
    this.#firstId = nextId;
    this.#settledId = nextId - 1;
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
  stage(body: AsyncIterable<Uint8Array>): Promise<TakenBody> {
    return stageBody(body, {
      store: this.#archive.bodies,
      encoding: this.#encoding,
      budget: this.#budget,
      requireInPlace: () => this.#commit.requireInPlace(),
    });
  }

  /** Throws away a body that was taken in. */
  async discard(taken: TakenBody): Promise<void> {
    if (taken.kind === 'file') await this.#archive.bodies.discard(taken);
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
    if (taken.kind === 'file') await this.#archive.bodies.publish(taken);
    const id = this.#nextId;
    this.#nextId += 1;
    const given = typeof details === 'function' ? details(body) : details;
    const captured: Captured = { kind: 'captured', id, ...given, body };
    const path = this.#archive.bodies.pathOf(sha256, this.#encoding);
    const small = taken.kind === 'small' ? { bytes: taken.content, path, encoding: this.#encoding } : undefined;
    await this.#commit.add(captured, small);
    return captured;
  }

  /** Writes down what a receiver said to a capture that was passed on. */
  recordForward(fact: Omit<Forwarded, 'kind'>): Promise<void> {
    return this.#commit.add({ kind: 'forwarded', ...fact });
  }

  /**
   * Records an image of a capture, or why it was not fetched. Store its bytes with `archive.images` first.
   * They are deleted again if the capture was erased meanwhile.
   */
  async recordImage(fact: Omit<ImageEntry, 'kind'>): Promise<void> {
    while (this.#closed !== undefined) await this.#closed;
    if (this.#held?.isErased(fact.capture) === true) return this.#eraseImage(fact);
    const recording = this.#commit.add({ kind: 'image', ...fact });
    this.#keeping.add(recording);
    try {
      await recording;
    } finally {
      this.#keeping.delete(recording);
    }
  }

  #eraseImage({ outcome }: Omit<ImageEntry, 'kind'>): Promise<void> {
    return this.#inTurn(async (held) => {
      if ('sha256' in outcome) held.dropImage(outcome.sha256);
      await this.#eraseFiles(held);
    });
  }

  /**
   * Removes captures: tombstones are written, then bodies and images are deleted that no other capture has, and the index
   * forgets them. Deliveries that arrive are kept meanwhile.
   *
   * @throws {ArchiveError} `capture-unknown` if one of them is not there, `bodies-overlap` if erasing one would damage another; then
   * none is removed.
   */
  async erase(ids: readonly number[], because?: 'age' | 'size'): Promise<void> {
    await this.#inTurn(async (held) => {
      const unknown = ids.find((id) => !held.captures.has(id));
      if (unknown !== undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${unknown}"`);
      await this.#eraseAll(
        held,
        [...new Set(ids)].map((id) => ({ id, ...(because !== undefined && { because }) })),
      );
    });
  }

  /**
   * Removes the captures that the archive may no longer hold. Captures that are tagged `keep` stay, and those that this writer kept
   * and that wait to be passed on.
   *
   * @param signal Ends it early: what is left goes the next time.
   * @throws {ArchiveError} `bodies-overlap` if erasing one of them would damage another capture; then none is removed.
   */
  async prune(limits: RetentionLimits, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Pruned> {
    return this.#inTurn(async (held) => {
      const stays = ({ id, awaitsPassingOn }: HeldCapture): boolean =>
        held.isTagged(id) || (awaitsPassingOn && id >= this.#firstId);
      const captures = held.captures.values();
      const { tooOld, tooMuch } = choosePruned(captures, { limits, now: this.#now(), stays });
      const chosen = [
        ...tooOld.map((id) => ({ id, because: 'age' as const })),
        ...tooMuch.map((id) => ({ id, because: 'size' as const })),
      ];
      return this.#eraseAll(held, chosen, { stays, ...(signal !== undefined && { signal }) });
    });
  }

  /** Does something with what the archive holds, after what was begun before. Also deletes the files that a crash left. */
  async #inTurn<Result>(act: (held: HeldCaptures) => Promise<Result>): Promise<Result> {
    const before = this.#turn;
    const done = Promise.withResolvers<void>();
    this.#turn = done.promise;
    await before;
    try {
      this.#commit.requireInPlace();
      const held = (this.#held ??= new HeldCaptures(this.#archive.folder));
      await held.follow();
      await this.#eraseFiles(held);
      return await act(held);
    } finally {
      done.resolve();
    }
  }

  /** Removes captures in groups, so that a crash leaves the files of one group at most. */
  async #eraseAll(
    held: HeldCaptures,
    chosen: readonly { readonly id: number; readonly because?: 'age' | 'size' }[],
    { stays, signal }: { readonly stays?: (capture: HeldCapture) => boolean; readonly signal?: AbortSignal } = {},
  ): Promise<Pruned> {
    const overlapping = held.findOverlapping(chosen.map(({ id }) => id));
    if (overlapping !== undefined) {
      throw new ArchiveError('bodies-overlap', `the body of capture ${overlapping} shares bytes with that of another`);
    }
    let [captures, bytes, notPassedOn] = [0, 0, 0];
    for (let at = 0; at < chosen.length; at += MAX_ERASED_AT_ONCE) {
      if (signal?.aborted === true) break;
      // Somebody may have tagged them since.
      if (at > 0 && stays !== undefined) await held.follow();
      const group = chosen.slice(at, at + MAX_ERASED_AT_ONCE).flatMap(({ id, because }) => {
        const capture = held.captures.get(id);
        return capture === undefined || stays?.(capture) === true ? [] : [{ capture, because }];
      });
      const erasedAt = this.#now().toISOString();
      await Promise.all(
        group.map(({ capture: { id }, because }) =>
          this.#commit.add({ kind: 'erased', id, at: erasedAt, ...(because !== undefined && { because }) }),
        ),
      );
      // Until then the log may have their bodies too.
      if (group.some(({ capture: { id } }) => id > this.#settledId)) {
        const { lastId } = held;
        await this.#commit.settle();
        this.#settledId = lastId;
      }
      await held.follow();
      await this.#eraseFiles(held);
      await this.#archive.forgetErased(group.map(({ capture: { id } }) => id));
      for (const { capture } of group) {
        captures += 1;
        bytes += capture.bytes;
        if (capture.awaitsPassingOn && !capture.wasSent) notPassedOn += 1;
      }
    }
    return { captures, bytes, notPassedOn };
  }

  /**
   * Deletes the bodies and images of erased captures that no other capture has. A body that is deleted might be the one that just came
   * again: nothing is kept while a few of them are deleted, after a look at what came since the others were read.
   */
  async #eraseFiles(held: HeldCaptures): Promise<void> {
    // An image of one of them may be written down until then.
    while (held.hasErased) {
      const { count, bodies, images, segments } = held.unreferenced();
      const files = [
        ...[...bodies].map(([key, place]) => ({
          kind: 'bodies' as const,
          key,
          place,
          isShared: place.segment !== undefined && segments.has(place.segment.name),
        })),
        ...[...images].map((sha256) => ({ kind: 'images' as const, key: sha256, place: { sha256 }, isShared: false })),
      ];
      const removed: string[] = [];
      for (let at = 0; at < files.length; at += MAX_FILES_AT_ONCE) {
        await this.#alone(async () => {
          this.#commit.requireInPlace();
          const named = await held.followJournal();
          for (const key of named.bodies) bodies.delete(key);
          for (const sha256 of named.images) images.delete(sha256);
          const left = { bodies, images };
          const erased = files
            .slice(at, at + MAX_FILES_AT_ONCE)
            .filter(({ kind, key }) => left[kind].has(key))
            .map(({ kind, place, isShared }) => this.#archive[kind].erase(place, { isShared }));
          for (const paths of await Promise.all(erased)) removed.push(...paths);
        });
      }
      held.forgetErased(count);
      await syncBodies(removed);
    }
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
    await this.#turn;
    await this.#commit.close();
    this.#lock.release();
  }
}

/** Files that are deleted while deliveries wait: some milliseconds. */
const MAX_FILES_AT_ONCE = 64;
/** Memory for small deliveries that are under way. */
const MEMORY_BYTES = 16 * 2 ** 20;
