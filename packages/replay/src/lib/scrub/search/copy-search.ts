import { join } from 'node:path';

import type { Archive } from '@idvkit/archive';
import { readJournal } from '@idvkit/archive/journal';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

import { codingOf } from '../content-coding.ts';
import { factParts } from '../fact-parts.ts';
import type { KeptPaths } from '../policy.ts';
import { openScrubbable, type ScrubbableBody } from '../scrub-body.ts';
import { utf8Of } from '../scrub-fact.ts';
import type { ScrubKey } from '../scrub-key.ts';
import { inOne, openDecoded } from '../scrubbed-copy.ts';
import { LeakBook } from './leak-book.ts';
import { LeakSearch } from './leak-search.ts';
import type { LeakValues } from './leak-values.ts';
import { searchBody, searchFor, type Leak } from './search-leaks.ts';

/** Where an original is still found in the copy. */
export interface ArchiveLeak extends Leak {
  readonly capture: number;
}

/** Bytes of values that are looked for in one reading of the whole copy. */
const BYTES_AT_ONCE = 64 * 2 ** 20;

/** A capture that was scrubbed, and what was replaced in it. */
export interface ScrubbedCapture {
  readonly original: Captured;
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
  readonly keep?: KeptPaths;
  readonly signal?: AbortSignal;
}

/** Searches a copy while it is made, and once it is made, for what was replaced in it. */
export class CopySearch {
  readonly #options: CopySearchOptions;
  readonly #leaks: ArchiveLeak[] = [];
  /** Values that are looked for in the whole copy: what is about an applicant, and what nothing else would read like. */
  readonly #wide: LeakBook[] = [new LeakBook()];
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
  async capture({ original, captured, body, values }: ScrubbedCapture, copy: Archive): Promise<void> {
    const searchedBody = { body: () => Promise.resolve(body), output: () => openDecoded(copy, captured) };
    const { leaks, searched } = await searchBody(searchedBody, values);
    this.#searched += searched;
    this.#add(captured.id, leaks);
    if ((this.#wide[0]?.length ?? 0) > BYTES_AT_ONCE) this.#wide.unshift(new LeakBook());
    this.#wide[0]?.addWide(values.book);
    const search = new LeakSearch(values.book);
    const found = await searchFact(search, captured);
    if (found.length > 0) this.#add(captured.id, await alsoIn(search, [original], found));
  }

  /** Searches the whole copy for what other captures held. */
  async everywhere(copy: Archive): Promise<void> {
    const { archive, key, keep = [], signal } = this.#options;
    const originals = new Map((await archive.captures()).map((captured) => [captured.id, captured]));
    const captures = await copy.captures();
    for (const book of this.#wide) {
      const search = new LeakSearch(book);
      for (const captured of captures) {
        signal?.throwIfAborted();
        const original = originals.get(captured.id);
        if (original === undefined) continue;
        const source = { open: () => archive.openBody(original), coding: codingOf(original.headers) };
        const body = (): Promise<ScrubbableBody> => openScrubbable(source, { key, keep });
        this.#add(captured.id, await searchFor(search, { body, output: () => openDecoded(copy, captured) }));
      }
      await this.#journals(search);
    }
  }

  /** Searches all that the journals of the copy say. */
  async #journals(search: LeakSearch): Promise<void> {
    const { archive, folder } = this.#options;
    const suspects = new Map<number, Leak[]>();
    for await (const fact of factsOf(folder)) {
      const found = await searchFact(search, fact);
      if (found.length > 0) suspects.set(idOf(fact), [...(suspects.get(idOf(fact)) ?? []), ...found]);
    }
    if (suspects.size === 0) return;
    const originals = new Map<number, JournalEntry[]>();
    for await (const fact of factsOf(archive.folder)) {
      const id = idOf(fact);
      if (suspects.has(id)) originals.set(id, [...(originals.get(id) ?? []), fact]);
    }
    for (const [id, found] of suspects) this.#add(id, await alsoIn(search, originals.get(id) ?? [], found));
  }

  #add(capture: number, leaks: readonly Leak[]): void {
    for (const leak of leaks) this.#leaks.push({ capture, ...leak });
  }
}

async function* factsOf(folder: string): AsyncGenerator<JournalEntry> {
  for (const name of ['journal.ndjson', 'notes.ndjson']) yield* readJournal(join(folder, name), () => {});
}

function idOf(fact: JournalEntry): number {
  return 'capture' in fact ? fact.capture : fact.id;
}

/** Searches the parts of an entry of the journal that are of no closed list. */
async function searchFact(search: LeakSearch, fact: JournalEntry): Promise<readonly Leak[]> {
  const leaks: Leak[] = [];
  for (const { text, where } of factParts(fact)) {
    const said = utf8Of(text);
    const bytes = Buffer.from(said === undefined ? text : `${text}\n${said}`);
    for await (const { kind, form, text: value } of search.search(inOne(bytes)))
      leaks.push({ path: where, kind, form, text: value });
  }
  return leaks;
}

/** Tells leaks from chance: a made-up word may equal a real one, but not one that stood there before. */
async function alsoIn(search: LeakSearch, originals: readonly JournalEntry[], found: readonly Leak[]): Promise<Leak[]> {
  const before = new Set<string>();
  for (const fact of originals) for (const { text } of await searchFact(search, fact)) before.add(text);
  return found.filter(({ text }) => before.has(text));
}
