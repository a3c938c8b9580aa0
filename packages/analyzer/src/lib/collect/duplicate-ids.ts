import type { ScreeningSummary } from '@idvkit/schema/formats';

import { numberAt } from '../scan/number-at.ts';
import { PAYLOAD_BOUNDS } from './bounds.ts';
import { SampledIds } from './sampled-ids.ts';

/** How far apart entries with the same id are. Several providers are several runs, and several runs are several entries. */
const LEVELS = { one: 0, entries: 1, runs: 2, providers: 3 };
/** Numbers of an id in the document: its level, and the provider of its first run. */
const WIDTH = 2;

/** Finds ids of hits that several entries, runs or providers have. Entries come in the order of their runs and providers. */
export class DuplicateIds {
  /** Ids of the run that is read, each with its number of entries. */
  readonly #run: SampledIds;
  readonly #all: SampledIds;
  #provider = 1;
  #isMixed = false;

  constructor(capacity: number = PAYLOAD_BOUNDS.ids) {
    this.#run = new SampledIds(capacity, 1);
    this.#all = new SampledIds(capacity, WIDTH);
  }

  /** Forgets all ids, and keeps its memory for those of another document. */
  clear(): void {
    this.#run.clear();
    this.#all.clear();
    this.#provider = 1;
    this.#isMixed = false;
  }

  /** Adds the different ids of the next entry of a run. */
  addEntry(entry: SampledIds): void {
    this.#run.keepAs(entry);
    const { ids } = entry;
    for (let index = 0; index < ids.length; index += 1) {
      const start = this.#run.add(numberAt(ids, index));
      if (start >= 0) this.#run.numbers[start] = numberAt(this.#run.numbers, start) + 1;
    }
  }

  /** Forgets the entries of the run that is read. */
  clearRun(): void {
    this.#run.clear();
  }

  /** Ends a run: entries that come later are of another one. */
  endRun(): void {
    this.#all.keepAs(this.#run);
    const { ids, numbers } = this.#run;
    for (let index = 0; index < ids.length; index += 1) {
      const start = this.#all.add(numberAt(ids, index));
      if (start < 0) continue;
      const all = this.#all.numbers;
      const first = numberAt(all, start + 1);
      const within = numberAt(numbers, index) > 1 ? LEVELS.entries : LEVELS.one;
      const across = first === 0 ? LEVELS.one : first === this.#provider ? LEVELS.runs : LEVELS.providers;
      all[start] = Math.max(numberAt(all, start), within, across);
      if (first === 0) all[start + 1] = this.#provider;
    }
    this.#run.clear();
  }

  /** Ends the last run of a provider: runs that come later are of another one. */
  endProvider(): void {
    this.#provider += 1;
  }

  /** Takes note that a provider is there twice: ids of runs that do not count are among those of others. */
  markMixed(): void {
    this.#isMixed = true;
  }

  result(): ScreeningSummary['duplicates'] {
    const { numbers, size, exact, scale } = this.#all;
    const having = [0, 0, 0, 0];
    for (let start = 0; start < size * WIDTH; start += WIDTH) {
      for (let level = numberAt(numbers, start); level >= 0; level -= 1) having[level] = (having[level] ?? 0) + 1;
    }
    const [ids = 0, inSeveralEntries = 0, inSeveralRuns = 0, inSeveralProviders = 0] = having.map((count) =>
      Math.round(count * scale),
    );
    return { ids, exact: exact && !this.#isMixed, kept: size, inSeveralEntries, inSeveralRuns, inSeveralProviders };
  }
}
