import type { ScreeningSummary } from '@idvkit/schema/formats';

import { numberAt } from '../scan/number-at.ts';
import { SampledIds } from './sampled-ids.ts';

/** Most ids of a document that are compared. Of more, this many are a sample. */
const MAX_IDS = 32_768;
/** How far apart entries with the same id are. Several providers are several runs, and several runs are several entries. */
const LEVELS = { entries: 1, runs: 2, providers: 3 };
/** A note is the number of the first entry with the id, times this, and the highest level. */
const PLACE = 4;

/** Finds ids of hits that several entries, runs or providers have. */
export class DuplicateIds {
  readonly #ids = new SampledIds(MAX_IDS);
  readonly #entries: { readonly provider: string; readonly run: number }[] = [];

  /** Forgets all entries, and keeps its memory for those of another document. */
  clear(): void {
    this.#ids.clear();
    this.#entries.length = 0;
  }

  /** Adds the different ids of the next entry. */
  add(entry: { readonly provider: string; readonly run: number }, identities: Float64Array): void {
    const at = this.#entries.push(entry) - 1;
    const next = (known: number | undefined): number => {
      if (known === undefined) return at * PLACE;
      const first = Math.floor(known / PLACE);
      const one = this.#entries[first];
      const within = one?.run === entry.run ? LEVELS.entries : LEVELS.runs;
      const level = one?.provider === entry.provider ? within : LEVELS.providers;
      return first * PLACE + Math.max(known % PLACE, level);
    };
    for (let index = 0; index < identities.length; index += 1) this.#ids.add(numberAt(identities, index), next);
  }

  result(): ScreeningSummary['duplicates'] {
    const having = (level: number): number => this.#ids.count((note) => note % PLACE >= level);
    return {
      ids: this.#ids.count(),
      exact: this.#ids.exact,
      inSeveralEntries: having(LEVELS.entries),
      inSeveralRuns: having(LEVELS.runs),
      inSeveralProviders: having(LEVELS.providers),
    };
  }
}
