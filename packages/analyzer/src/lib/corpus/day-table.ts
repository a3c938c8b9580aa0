import type { CorpusSummary } from '@idvkit/schema/formats';

import { compareTexts } from '../scan/compare-texts.ts';

type Day = CorpusSummary['days'][number];

/** Sums up payloads by the day that they are of. */
export class DayTable {
  readonly #capacity: number;
  readonly #days = new Map<string, Day>();
  #dropped = false;

  /** @param capacity Days that are kept: the latest. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get dropped(): boolean {
    return this.#dropped;
  }

  add(day: Day): void {
    const known = this.#days.get(day.day);
    if (known) {
      known.payloads += day.payloads;
      known.bytes += day.bytes;
      known.hits += day.hits;
      known.maxBytes = Math.max(known.maxBytes, day.maxBytes);
      return;
    }
    this.#days.set(day.day, { ...day });
    if (this.#days.size <= this.#capacity) return;
    this.#dropped = true;
    const [earliest] = [...this.#days.keys()].sort(compareTexts);
    if (earliest !== undefined) this.#days.delete(earliest);
  }

  result(): Day[] {
    return [...this.#days.values()].map((day) => ({ ...day })).sort((a, b) => compareTexts(a.day, b.day));
  }
}
