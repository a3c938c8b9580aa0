import type { HitsSummary } from '@idvkit/schema/formats';

import { MASK } from './shown-text.ts';

type NamedHit = HitsSummary['largest'][number];
/** Characters of a label that are shown. */
const MAX_LABEL_LENGTH = 80;

/** Remembers the hits that have the most of something; of equal ones, the earlier. */
export class TopHits {
  readonly #top: number;
  readonly #reveal: boolean;
  readonly #hits: { readonly rank: number; readonly hit: NamedHit }[] = [];

  constructor({ top, reveal }: { readonly top: number; readonly reveal: boolean }) {
    this.#top = top;
    this.#reveal = reveal;
  }

  wants(rank: number): boolean {
    const last = this.#hits.length < this.#top ? Number.NEGATIVE_INFINITY : this.#hits.at(-1)?.rank;
    return last !== undefined && rank > last;
  }

  add(rank: number, hit: Omit<NamedHit, 'label'>, label: string | undefined): void {
    const place = this.#hits.findIndex((other) => other.rank < rank);
    const shown = this.#reveal ? label?.slice(0, MAX_LABEL_LENGTH).toWellFormed() : MASK;
    const named = { ...hit, ...(label !== undefined && shown !== undefined && { label: shown }) };
    this.#hits.splice(place < 0 ? this.#hits.length : place, 0, { rank, hit: named });
    if (this.#hits.length > this.#top) this.#hits.pop();
  }

  result(): NamedHit[] {
    return this.#hits.map(({ hit }) => hit);
  }

  scored(): HitsSummary['highest'] {
    return this.#hits.map(({ rank, hit }) => ({ ...hit, score: rank }));
  }
}
