import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import type { CaptureEntry, CaptureFilter } from '../capture-entry.ts';
import type { OnJournalProblem } from '../read-journal.ts';
import { CaptureIndex, type CaptureIndexOptions } from './capture-index.ts';
import { isBusy, nextIndexPlace, type IndexPlace } from './index-tables.ts';

/** Attempts to change the index while another process uses it, and milliseconds between them: ten seconds in all. */
const MAX_ATTEMPTS = 200;
const ATTEMPT_PAUSE_MS = 50;

/** The index of an archive: opened when it is asked first, and made anew, or elsewhere, when it fails. */
export class ArchiveIndex {
  readonly #options: Omit<CaptureIndexOptions, 'place'>;
  #index: CaptureIndex | undefined;
  #place: IndexPlace = 'file';

  constructor(options: Omit<CaptureIndexOptions, 'place'>) {
    this.#options = options;
  }

  /** Lists captures once the index is up to date, and goes on after the last one if it has to be made anew. */
  async *list(filter: CaptureFilter, onProblem?: OnJournalProblem): AsyncGenerator<CaptureEntry> {
    let report = onProblem;
    for (let rest = filter; ;) {
      const index = await this.ask((upToDate) => upToDate);
      try {
        if (report !== undefined) index.problems(report);
        report = undefined;
        for (const entry of index.select(rest)) {
          yield entry;
          rest = followingFilter(rest, entry.captured.id);
        }
        return;
      } catch (error) {
        this.#replace(index, error);
      }
    }
  }

  /** Asks the index once it is up to date. */
  async ask<Answer>(question: (index: CaptureIndex) => Answer): Promise<Answer> {
    for (;;) {
      const index = this.#open();
      try {
        await index.follow();
        return question(index);
      } catch (error) {
        this.#replace(index, error);
      }
    }
  }

  /** Removes captures from the index and its file, unless another process uses it for too long. */
  async forget(ids: readonly number[]): Promise<void> {
    if (this.#index === undefined && !existsSync(this.#options.path)) return;
    await this.#onceFree((index) => index.forget(ids));
    await this.#onceFree((index) => index.compact());
  }

  close(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  async #onceFree(change: (index: CaptureIndex) => void): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const index = this.#open();
      try {
        return index.withoutWaiting(() => change(index));
      } catch (error) {
        if (isBusy(error)) await pause(ATTEMPT_PAUSE_MS);
        else this.#replace(index, error);
      }
    }
  }

  #open(): CaptureIndex {
    return (this.#index ??= new CaptureIndex({ ...this.#options, place: this.#place }));
  }

  /** Makes the index anew if that helps. @throws the error if it does not. */
  #replace(index: CaptureIndex, error: unknown): void {
    // Somebody else has already.
    if (index !== this.#index) return;
    const place = nextIndexPlace(error, this.#place);
    if (place === undefined) throw error;
    this.#place = place;
    this.#index = undefined;
    try {
      index.close();
    } catch {
      // It is not used any more.
    }
  }
}

/** The filter of what comes after a capture that was listed. */
function followingFilter({ limit, offset: _offset, ...filter }: CaptureFilter, last: number): CaptureFilter {
  const [from, to] = filter.ids ?? [0, Number.MAX_SAFE_INTEGER];
  return {
    ...filter,
    ids: filter.order === 'newest' ? [from, last - 1] : [last + 1, to],
    ...(limit !== undefined && { limit: limit - 1 }),
  };
}
