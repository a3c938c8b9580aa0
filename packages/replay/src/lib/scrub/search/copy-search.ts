import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import type { Archive } from '@idvkit/archive';
import { formatJournalLine } from '@idvkit/archive/journal';
import type { Captured } from '@idvkit/schema/formats';

import { codingOf } from '../content-coding.ts';
import { openScrubbable, type ScrubbableBody } from '../scrub-body.ts';
import type { ScrubKey } from '../scrub-key.ts';
import { inOne, openDecoded } from '../scrubbed-copy.ts';
import { LeakBook } from './leak-book.ts';
import { LeakSearch, type FoundValue } from './leak-search.ts';
import type { LeakValues } from './leak-values.ts';
import { leaksAmong, searchBody, type Leak } from './search-leaks.ts';
import { isStrong } from './telling.ts';

/** Where an original is still found in the copy. */
export interface ArchiveLeak extends Leak {
  readonly capture: number;
}

/** Bytes of values that are looked for in one reading of the whole copy. */
const BYTES_AT_ONCE = 64 * 2 ** 20;

/** A capture that was scrubbed, and what was replaced in it. */
export interface ScrubbedCapture {
  readonly captured: Captured;
  readonly body: ScrubbableBody;
  readonly values: LeakValues;
}

/** What is searched, and how it was scrubbed. */
export interface CopySearchOptions {
  /** The original. */
  readonly archive: Archive;
  /** Folder of the copy. */
  readonly folder: string;
  readonly key: ScrubKey;
  readonly keep?: readonly (readonly string[])[];
  readonly signal?: AbortSignal;
}

/** Searches a copy while it is made, and once it is made, for what was replaced in it. */
export class CopySearch {
  readonly #options: CopySearchOptions;
  readonly #leaks: ArchiveLeak[] = [];
  /** Values that are looked for in the whole copy. */
  readonly #strong: LeakBook[] = [new LeakBook()];
  #searched = 0;

  constructor(options: CopySearchOptions) {
    this.#options = options;
  }

  get leaks(): readonly ArchiveLeak[] {
    return this.#leaks;
  }

  /** How many originals were looked for. */
  get searched(): number {
    return this.#searched;
  }

  /** Searches what was made of a capture, body and line of the journal, for its own originals. */
  async capture({ captured, body, values }: ScrubbedCapture, copy: Archive): Promise<void> {
    const { leaks, searched } = await searchBody(body, values, () => openDecoded(copy, captured));
    this.#searched += searched;
    for (const leak of leaks) this.#leaks.push({ capture: captured.id, ...leak });
    if ((this.#strong[0]?.length ?? 0) > BYTES_AT_ONCE) this.#strong.unshift(new LeakBook());
    this.#strong[0]?.addStrong(values.book);
    const line = Buffer.from(formatJournalLine({ ...captured, body: { ...captured.body, sha256: '' } }));
    for await (const { kind, form, text } of new LeakSearch(values.book).search(inOne(line))) {
      if (!isStrong(text) && isOfMachines(text)) continue;
      this.#leaks.push({ capture: captured.id, path: 'journal', kind, form });
    }
  }

  /** Searches the whole copy for values of any capture that nothing else would read like. */
  async everywhere(copy: Archive): Promise<void> {
    const { archive, folder, key, keep = [], signal } = this.#options;
    const originals = new Map((await archive.captures()).map((captured) => [captured.id, captured]));
    for (const book of this.#strong) {
      const search = new LeakSearch(book);
      for (const captured of await copy.captures()) {
        signal?.throwIfAborted();
        const found: FoundValue[] = [];
        for await (const each of search.search(await openDecoded(copy, captured))) found.push(each);
        const original = originals.get(captured.id);
        if (found.length === 0 || original === undefined) continue;
        const coding = codingOf(original.headers);
        const body = await openScrubbable({ open: () => archive.openBody(original), coding }, { key, keep });
        for (const leak of await leaksAmong(found, body, () => openDecoded(copy, captured)))
          this.#leaks.push({ capture: captured.id, ...leak });
      }
      for (const name of ['journal.ndjson', 'notes.ndjson']) {
        const file = createReadStream(join(folder, name)) as AsyncIterable<Uint8Array>;
        for await (const { kind, form } of search.search(file))
          this.#leaks.push({ capture: 0, path: name, kind, form });
      }
    }
  }
}

/** Words that headers hold on their own account. */
function isOfMachines(text: string): boolean {
  return /^[a-z]+$/i.test(text) && text.length < 8;
}
