import type { HitsSummary } from '@idvkit/schema/formats';

type LargeHit = HitsSummary['largest'][number];

/** Stands for a personal value that is not to be shown. */
export const MASK = '•••';
/** Characters of a label that are shown. */
const MAX_LABEL_LENGTH = 80;

/** Remembers the largest hits; of hits of the same size, the earlier. */
export class LargestHits {
  readonly #top: number;
  readonly #reveal: boolean;
  readonly #hits: LargeHit[] = [];

  constructor({ top, reveal }: { readonly top: number; readonly reveal: boolean }) {
    this.#top = top;
    this.#reveal = reveal;
  }

  wants(bytes: number): boolean {
    return this.#hits.length < this.#top || bytes > (this.#hits.at(-1)?.bytes ?? Number.POSITIVE_INFINITY);
  }

  add(hit: Omit<LargeHit, 'label'>, label: string | undefined): void {
    const place = this.#hits.findIndex(({ bytes }) => bytes < hit.bytes);
    const shown = this.#reveal ? label?.slice(0, MAX_LABEL_LENGTH).toWellFormed() : MASK;
    this.#hits.splice(place < 0 ? this.#hits.length : place, 0, {
      ...hit,
      ...(label !== undefined && shown !== undefined && { label: shown }),
    });
    if (this.#hits.length > this.#top) this.#hits.pop();
  }

  result(): LargeHit[] {
    return this.#hits;
  }
}
