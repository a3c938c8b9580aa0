import type { HitBatch, HitMarks, HitsStatistics } from '../scan/hits-statistics.ts';
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

/** The bytes of hits, and the marks that the scan gives them. */
export interface ReviewOptions {
  readonly bytes: HitBytes;
  readonly marks: HitMarks;
}

/** Chooses the hits that reviewers see first: sanctions before others, then exact matches, then by score, then as they come. */
export class ReviewedHits {
  readonly #bytes: HitBytes;
  readonly #marks: HitMarks;
  readonly #stories = new SampledIds(MAX_STORIES, 0);
  #hits: ReviewedHit[] = [];
  #titles = 0;
  #isExact = true;

  constructor({ bytes, marks }: ReviewOptions) {
    this.#bytes = bytes;
    this.#marks = marks;
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

  addStories(hashes: Float64Array): void {
    this.#titles += hashes.length;
    for (const hash of hashes) this.#stories.add(hash);
  }

  /** Articles with a title, and how many different ones. */
  stories(): { readonly articles: number; readonly distinct: number; readonly exact: boolean } {
    const { size, scale, exact } = this.#stories;
    const distinct = Math.min(this.#titles, Math.round(size * scale));
    return { articles: this.#titles, distinct, exact };
  }

  /** Notes whether all marks of the hits of an entry were seen. */
  endEntry({ paths }: HitsStatistics): void {
    if (paths.some(({ path, strings, values }) => strings > 0 && !values && this.#marks.has(path)))
      this.#isExact = false;
  }

  /** Forgets the hits of entries: their key is there again, and the last value counts. */
  forget(place: Partial<EntryPlace>): void {
    const left = this.#hits.filter(
      ({ provider, run, entry }) =>
        provider !== place.provider || run !== (place.run ?? run) || entry !== (place.entry ?? entry),
    );
    if (left.length < this.#hits.length) this.#isExact = false;
    this.#hits = left;
  }

  /** Forgets everything. */
  clear(): void {
    this.#hits = [];
    this.#stories.clear();
    this.#titles = 0;
    this.#isExact = true;
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

function isBefore(hit: Pick<ReviewedHit, 'marks' | 'score'>, other: Pick<ReviewedHit, 'marks' | 'score'>): boolean {
  if (hit.marks !== other.marks) return hit.marks > other.marks;
  return hit.score > other.score || (Number.isNaN(other.score) && !Number.isNaN(hit.score));
}
