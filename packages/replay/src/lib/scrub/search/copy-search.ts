import type { Archive } from '@idvkit/archive';
import { knownCodings } from '@idvkit/archive/coding';
import type { Captured } from '@idvkit/schema/formats';

import { captureOf, entriesOf, type ArchiveEntry } from '../archive-entries.ts';
import type { KeptPaths } from '../policy.ts';
import { openScrubbable, type ScrubbableBody } from '../scrub-body.ts';
import { factParts, utf8Of } from '../scrub-fact.ts';
import type { ScrubKey } from '../scrub-key.ts';
import { openDecoded } from '../scrubbed-copy.ts';
import { LeakIndex } from './leak-index.ts';
import type { LeakValues } from './leak-values.ts';
import { searchBody, searchFor, type Leak } from './search-leaks.ts';

/** Where an original is still found in the copy. */
export interface ArchiveLeak extends Leak {
  readonly capture: number;
}

/** Characters of values that one reading of the whole copy looks for. */
const CHARS_AT_ONCE = 32 * 2 ** 20;

interface ScrubbedCapture {
  readonly original: Captured;
  readonly captured: Captured;
  readonly body: ScrubbableBody;
  readonly values: LeakValues;
}

interface CopySearchOptions {
  readonly archive: Archive;
  readonly key: ScrubKey;
  readonly keep?: KeptPaths;
  readonly signal?: AbortSignal;
}

/** Searches a copy while it is made, and once it is made, for what was replaced in it. */
export class CopySearch {
  readonly #options: CopySearchOptions;
  readonly leaks: ArchiveLeak[] = [];
  /** How many originals were looked for. */
  searched = 0;
  /** Values that are looked for in the whole copy: what is about an applicant, and what nothing else would read like. */
  readonly #wide: LeakIndex[] = [new LeakIndex()];

  constructor(options: CopySearchOptions) {
    this.#options = options;
  }

  /** Searches what was made of a capture, body and head, for its own originals. */
  async capture({ original, captured, body, values }: ScrubbedCapture, copy: Archive): Promise<void> {
    const searchedBody = { body: () => Promise.resolve(body), output: () => openDecoded(copy, captured) };
    const { leaks, searched } = await searchBody(searchedBody, values);
    this.searched += searched;
    this.#add(captured.id, leaks);
    if ((this.#wide[0]?.chars ?? 0) > CHARS_AT_ONCE) this.#wide.unshift(new LeakIndex());
    this.#wide[0]?.addWide(values.index);
    this.#add(captured.id, alsoIn(values.index, [headOf(original)], searchFact(values.index, headOf(captured))));
  }

  /** Searches the whole copy for what other captures held. */
  async everywhere(copy: Archive): Promise<void> {
    const { archive, key, keep = [], signal } = this.#options;
    const originals = new Map(archive.captures().map((captured) => [captured.id, captured]));
    const captures = copy.captures();
    for (const index of this.#wide) {
      // What one capture held was searched for in it already.
      for (const captured of captures.length > 1 ? captures : []) {
        signal?.throwIfAborted();
        const original = originals.get(captured.id);
        if (original === undefined) continue;
        const source = {
          open: () => Promise.resolve(archive.openBody(original) as AsyncIterable<Uint8Array>),
          codings: knownCodings(original),
        };
        const body = (): Promise<ScrubbableBody> => openScrubbable(source, { key, keep });
        this.#add(captured.id, await searchFor(index, { body, output: () => openDecoded(copy, captured) }));
      }
      this.#entries(index, copy);
    }
  }

  /** Searches all that the copy says besides bodies. */
  #entries(index: LeakIndex, copy: Archive): void {
    const suspects = new Map<number, Leak[]>();
    for (const entry of entriesOf(copy)) {
      const found = searchFact(index, entry);
      const id = captureOf(entry);
      if (found.length > 0) suspects.set(id, [...(suspects.get(id) ?? []), ...found]);
    }
    for (const [id, found] of suspects) this.#add(id, alsoIn(index, [...entriesOf(this.#options.archive, id)], found));
  }

  #add(capture: number, leaks: readonly Leak[]): void {
    for (const leak of leaks) this.leaks.push({ capture, ...leak });
  }
}

function headOf(captured: Captured): ArchiveEntry {
  return { kind: 'captured', ...captured };
}

function searchFact(index: LeakIndex, fact: ArchiveEntry): readonly Leak[] {
  return factParts(fact).flatMap(({ text, where }) =>
    index.find(`${text}\n${utf8Of(text) ?? ''}`).map((found) => ({ path: where, ...found })),
  );
}

/** Distinguishes leaks from chance: a made-up word may equal a real one, but not one that stood there before. */
function alsoIn(index: LeakIndex, originals: readonly ArchiveEntry[], found: readonly Leak[]): readonly Leak[] {
  if (found.length === 0) return found;
  const before = new Set(originals.flatMap((fact) => searchFact(index, fact)).map(({ text }) => text));
  return found.filter(({ text }) => before.has(text));
}
