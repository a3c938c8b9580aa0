import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { JournalEntry, SegmentRange } from '@idvkit/schema/formats';

import { FILES } from './archive-folder.ts';
import type { BodyPlace } from './body-store.ts';
import { KEEP_TAG, type PrunableCapture } from './choose-pruned.ts';
import { beginning, readJournalPart, type JournalMark } from './index/journal-tail.ts';
import { parseJournalLine } from './journal-line.ts';
import { findOverlaps } from './segment.ts';

/** The facts about a capture that erasing it takes. */
export interface HeldCapture extends PrunableCapture {
  readonly place: BodyPlace;
  /** Hashes of its images. */
  readonly images: string[];
  /** Whether it is to be passed on and has no outcome yet. */
  awaitsPassingOn: boolean;
  /** Whether `send` posted it since. */
  wasSent: boolean;
}

/** Keys of bodies, as {@link keyOf} gives them, and hashes of images. */
export interface BodyKeys {
  readonly bodies: Set<string>;
  readonly images: Set<string>;
}

/** Bodies and images that no capture names any more. */
export interface Unreferenced {
  /** How many captures were erased. */
  readonly count: number;
  readonly bodies: Map<string, BodyPlace>;
  readonly images: Set<string>;
  /** Names of segments that other captures have bodies in. */
  readonly segments: ReadonlySet<string>;
}

/** Captures that one group of tombstones names. After a crash, the files of so many may still be there. */
export const MAX_ERASED_AT_ONCE = 1_024;

/** Lines after which deliveries get a turn: a few milliseconds. */
const LINES_A_TURN = 64;

/** Follows which captures an archive holds: each read continues where the last one ended. */
export class HeldCaptures {
  readonly #journalPath: string;
  readonly #notesPath: string;
  readonly #captures = new Map<number, HeldCapture>();
  readonly #tagged = new Set<number>();
  /** Hashes of captures that were erased last. */
  #erased: { readonly body?: BodyPlace; readonly images: readonly string[] }[] = [];
  #journal: JournalMark = beginning;
  #notes: JournalMark = beginning;
  #lastId = 0;

  constructor(folder: string) {
    this.#journalPath = join(folder, FILES.journal);
    this.#notesPath = join(folder, FILES.notes);
  }

  /** Number of the last capture that was read. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The captures that were not erased, as numbered. */
  get captures(): ReadonlyMap<number, HeldCapture> {
    return this.#captures;
  }

  /** Checks whether a capture is tagged so that pruning leaves it. */
  isTagged(id: number): boolean {
    return this.#tagged.has(id);
  }

  /** Checks whether a capture was read as erased. */
  isErased(id: number): boolean {
    return id <= this.#lastId && !this.#captures.has(id);
  }

  /** Reads what was added to both journals. */
  async follow(): Promise<void> {
    const named = await this.followJournal();
    this.#notes = await this.#read(this.#notesPath, this.#notes, {
      restart: () => this.#tagged.clear(),
      apply: (fact) => this.#apply(fact, named),
    });
  }

  /** Reads what was added to `journal.ndjson`. @returns the bodies and images that it names. */
  async followJournal(): Promise<BodyKeys> {
    const named: BodyKeys = { bodies: new Set(), images: new Set() };
    this.#journal = await this.#read(this.#journalPath, this.#journal, {
      restart: () => {
        this.#captures.clear();
        this.#lastId = 0;
      },
      apply: (fact) => this.#apply(fact, named),
    });
    return named;
  }

  /** Adds an image that no capture names to those that {@link HeldCaptures.unreferenced} returns. */
  dropImage(sha256: string): void {
    this.#erased.push({ images: [sha256] });
  }

  /** Whether hashes of erased captures are to be deleted. */
  get hasErased(): boolean {
    return this.#erased.length > 0;
  }

  /** Finds one of these captures whose body shares bytes with that of another capture. */
  findOverlapping(ids: Iterable<number>): number | undefined {
    const chosen = new Set(ids);
    const names = segmentsOf([...chosen].flatMap((id) => this.#captures.get(id)?.place ?? []));
    return findOverlaps(this.#partsIn(names))
      .flat()
      .find(({ id }) => chosen.has(id))?.id;
  }

  /**
   * Returns the bodies and images of captures that were erased last, without those that other captures have: of a body that shares
   * bytes with another, all stays.
   */
  unreferenced(): Unreferenced {
    const bodies = new Map(this.#erased.flatMap(({ body }) => (body === undefined ? [] : [[keyOf(body), body]])));
    const images = new Set(this.#erased.flatMap((erased) => erased.images));
    const segments = new Set<string>();
    for (const { place, images: theirs } of this.#captures.values()) {
      bodies.delete(keyOf(place));
      if (place.segment !== undefined) segments.add(place.segment.name);
      for (const sha256 of theirs) images.delete(sha256);
    }
    const parts = [...bodies].flatMap(([key, { segment }]) => (segment === undefined ? [] : [{ key, segment }]));
    const held = this.#partsIn(segmentsOf(bodies.values())).map(({ segment }) => ({ key: undefined, segment }));
    for (const { key } of findOverlaps([...parts, ...held]).flat()) if (key !== undefined) bodies.delete(key);
    return { count: this.#erased.length, bodies, images, segments };
  }

  #partsIn(segments: ReadonlySet<string>): { readonly id: number; readonly segment: SegmentRange }[] {
    if (segments.size === 0) return [];
    return [...this.#captures.values()].flatMap(({ id, place: { segment } }) =>
      segment !== undefined && segments.has(segment.name) ? [{ id, segment }] : [],
    );
  }

  /** Forgets the hashes of the first so many erased captures: their files are deleted. */
  forgetErased(count: number): void {
    this.#erased.splice(0, count);
  }

  async #read(
    path: string,
    from: JournalMark,
    { restart, apply }: { readonly restart: () => void; readonly apply: (fact: JournalEntry) => void },
  ): Promise<JournalMark> {
    // What arrives meanwhile is left for the next read: deliveries may arrive faster than they are read.
    const end = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    for (let mark = from; ;) {
      const part = await readJournalPart(path, mark);
      if (!part.continues) restart();
      else if (part.lines.length === 0) return mark;
      for (const [index, line] of part.lines.entries()) {
        const read = parseJournalLine(line.endsWith('\r') ? line.slice(0, -1) : line);
        if ('fact' in read) apply(read.fact);
        if (index % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn();
      }
      mark = part.mark;
      if (mark.offset >= end) return mark;
    }
  }

  #apply(fact: JournalEntry, named: BodyKeys): void {
    switch (fact.kind) {
      case 'captured': {
        const { id, body } = fact;
        named.bodies.add(keyOf(body));
        this.#lastId = Math.max(this.#lastId, id);
        this.#captures.set(id, {
          id,
          place: { sha256: body.sha256, ...(body.segment && { segment: body.segment }) },
          bytes: body.bytes,
          receivedAtMs: Date.parse(fact.receivedAt),
          images: [],
          awaitsPassingOn: fact.passOn === true,
          wasSent: false,
        });
        return;
      }
      case 'image': {
        if (!('sha256' in fact.outcome)) return;
        const { sha256 } = fact.outcome;
        const held = this.#captures.get(fact.capture);
        if (held === undefined) return this.dropImage(sha256);
        named.images.add(sha256);
        held.images.push(sha256);
        return;
      }
      case 'forwarded': {
        const held = this.#captures.get(fact.capture);
        if (held !== undefined) held.awaitsPassingOn = false;
        return;
      }
      case 'erased':
        return this.#erase(fact.id);
      case 'tagged':
        if (fact.add.includes(KEEP_TAG)) this.#tagged.add(fact.capture);
        if (fact.remove.includes(KEEP_TAG)) this.#tagged.delete(fact.capture);
        return;
      case 'attempt': {
        const held = this.#captures.get(fact.capture);
        if (held !== undefined && isOutcome(fact.outcome)) held.wasSent = true;
      }
    }
  }

  #erase(id: number): void {
    const held = this.#captures.get(id);
    this.#captures.delete(id);
    this.#tagged.delete(id);
    this.#lastId = Math.max(this.#lastId, id);
    if (held === undefined) return;
    this.#erased.push({ body: held.place, images: held.images });
    // The files of earlier ones were deleted before these were erased.
    if (this.#erased.length > 4 * MAX_ERASED_AT_ONCE) this.#erased = this.#erased.slice(-2 * MAX_ERASED_AT_ONCE);
  }
}

/** Equal bodies share a file, and so a key. In a segment each capture has its own: an empty body starts where the next one does. */
export function keyOf({ sha256, segment }: BodyPlace): string {
  return segment === undefined ? sha256 : `${segment.name} ${segment.start} ${segment.end}`;
}

function segmentsOf(places: Iterable<BodyPlace>): ReadonlySet<string> {
  return new Set([...places].flatMap(({ segment }) => segment?.name ?? []));
}

function isOutcome(outcome: Extract<JournalEntry, { kind: 'attempt' }>['outcome']): boolean {
  return outcome !== 'started' && !('failure' in outcome && outcome.failure === 'interrupted');
}
