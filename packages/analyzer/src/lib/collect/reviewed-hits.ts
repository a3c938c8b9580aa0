import {
  MAX_MEASURED_BYTES,
  OVERFLOW_PATH,
  type HitBatch,
  type HitMarks,
  type HitsStatistics,
} from '../scan/hits-statistics.ts';
import { numberAt } from '../scan/number-at.ts';
import { SampledIds } from './sampled-ids.ts';
import { MAX_HIT_BYTES, type HitBytes } from './tail-bytes.ts';

/** Hits that an evidence card shows. */
export const MAX_REVIEWED = 20;
/** Titles that are kept: few enough for a near cache. */
export const MAX_STORIES = 16_384;
/** Marks of a hit, the weightier the earlier it is reviewed. */
export const MARKS = { sanctions: 2, exact: 1 } as const;

/** Entry that a hit is in. */
export interface EntryPlace {
  readonly provider: string;
  readonly run: number;
  readonly entry: number;
}

/** A hit that reviewers see first. */
export interface ReviewedHit extends EntryPlace {
  readonly number: number;
  /** Bytes from the start of the document. */
  readonly offset: number;
  readonly bytes: number;
  readonly marks: number;
  /** `NaN` if it has none. */
  readonly score: number;
  /** Reads its JSON text; absent if it is too large. */
  readonly read: (() => Uint8Array) | undefined;
}

/** The bytes of hits, the marks that the scan gives them, and the paths of titles. */
export interface ReviewOptions {
  readonly bytes: HitBytes;
  readonly marks: HitMarks;
  readonly stories: readonly string[];
}

/** Chooses the hits that reviewers see first: sanctions before others, then exact matches, then by score, then as they come. */
export class ReviewedHits {
  readonly #bytes: HitBytes;
  readonly #marks: HitMarks;
  readonly #storyPaths: readonly string[];
  readonly #stories = new SampledIds(MAX_STORIES, 0);
  #hits: ReviewedHit[] = [];
  #titles = 0;
  /** Entry of the last titles. */
  #titled: EntryPlace | undefined;
  #isExact = true;
  #hasAllStories = true;

  constructor({ bytes, marks, stories }: ReviewOptions) {
    this.#bytes = bytes;
    this.#marks = marks;
    this.#storyPaths = stories;
  }

  /** False once hits were taken back, or a field of marks had too many values: other hits might come first. */
  get isExact(): boolean {
    return this.#isExact;
  }

  get hits(): readonly ReviewedHit[] {
    return this.#hits;
  }

  /** Adds hits of an entry. @param first Hits of the document before the batch. */
  addBatch(batch: HitBatch, place: EntryPlace, first: number): void {
    for (let at = 0; at < batch.count; at += 1) {
      const [marks, score] = [numberAt(batch.marks, at), numberAt(batch.scores, at)];
      const index = this.#indexOf(marks, score);
      if (index === MAX_REVIEWED) continue;
      const [offset, bytes] = [numberAt(batch.offsets, at), numberAt(batch.bytes, at)];
      const read = bytes > MAX_HIT_BYTES ? undefined : this.#bytes(offset, bytes);
      this.#hits.splice(index, 0, { ...place, number: first + at, offset, bytes, marks, score, read });
      this.#hits.length = Math.min(this.#hits.length, MAX_REVIEWED);
    }
  }

  addStories(hashes: Float64Array, place: EntryPlace): void {
    this.#titles += hashes.length;
    this.#titled = place;
    for (const hash of hashes) this.#stories.add(hash);
  }

  /** Articles with a title, and how many different ones. Estimates include titles of hits that were taken back. */
  stories(): { readonly articles: number; readonly distinct: number; readonly exact: boolean } {
    const { size, scale, exact } = this.#stories;
    const distinct = Math.min(this.#titles, Math.round(size * scale));
    return { articles: this.#titles, distinct, exact: exact && this.#hasAllStories };
  }

  /** Notes whether all marks and whole titles of the hits of an entry were seen. */
  endEntry({ paths, limited }: HitsStatistics): void {
    const isTwice = paths.some(({ duplicateKeys }) => duplicateKeys > 0);
    const hasAllPaths = !paths.some(({ path }) => path === OVERFLOW_PATH);
    const hasAllMarks = !paths.some(({ path, strings, values }) => strings > 0 && !values && this.#marks.has(path));
    if (!hasAllPaths || !hasAllMarks || (limited && isTwice)) this.#isExact = false;
    const hasWholeTitles = !paths.some(
      ({ path, maxBytes }) => maxBytes > MAX_MEASURED_BYTES && this.#storyPaths.includes(path),
    );
    if (!hasAllPaths || !hasWholeTitles || isTwice) this.#hasAllStories = false;
  }

  /** Forgets the hits of entries: their key is there again, and the last value counts. */
  forget(place: Partial<EntryPlace>): void {
    const left = this.#hits.filter((hit) => !isAt(hit, place));
    if (left.length < this.#hits.length) this.#isExact = false;
    this.#hits = left;
    // Only the run and the entry that are read are there again, or a whole provider.
    if (this.#titled && (place.run === undefined || isAt(this.#titled, place))) this.#hasAllStories = false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#hits = [];
    this.#stories.clear();
    this.#titles = 0;
    this.#titled = undefined;
    this.#isExact = true;
    this.#hasAllStories = true;
  }

  /** Index at which a hit belongs; {@link MAX_REVIEWED} if it does not. */
  #indexOf(marks: number, score: number): number {
    let index = this.#hits.length;
    for (let before = this.#hits[index - 1]; before && isBefore({ marks, score }, before);) {
      index -= 1;
      before = this.#hits[index - 1];
    }
    return index;
  }
}

function isAt({ provider, run, entry }: EntryPlace, place: Partial<EntryPlace>): boolean {
  return provider === place.provider && run === (place.run ?? run) && entry === (place.entry ?? entry);
}

function isBefore(hit: Pick<ReviewedHit, 'marks' | 'score'>, other: Pick<ReviewedHit, 'marks' | 'score'>): boolean {
  if (hit.marks !== other.marks) return hit.marks > other.marks;
  return hit.score > other.score || (Number.isNaN(other.score) && !Number.isNaN(hit.score));
}
