import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import type { Captured, JournalFact } from '@idvkit/schema/formats';

import { Archive } from '../archive/archive.ts';
import { syncFolder } from '../archive/body-store.ts';
import { formatJournalLine } from '../archive/journal-line.ts';
import { readJournal, type OnJournalProblem } from '../archive/read-journal.ts';
import { JsonTextError } from '../splice/json-text-error.ts';
import { codingOf } from './content-coding.ts';
import { placeholderImage } from './placeholder-image.ts';
import type { Kind } from './policy.ts';
import type { Replaced } from './replaced.ts';
import { openScrubbable, type ScrubbableBody } from './scrub-body.ts';
import { scrubFact } from './scrub-fact.ts';
import type { ScrubKey } from './scrub-key.ts';
import { copyScrubbed, writeMark } from './scrub-mark-file.ts';
import { scrubRequest } from './scrub-request.ts';
import { FreshJournal, inOne, openDecoded, storeWhole } from './scrubbed-copy.ts';
import { LeakBook } from './search/leak-book.ts';
import { LeakSearch, type FoundValue } from './search/leak-search.ts';
import { LeakValues } from './search/leak-values.ts';
import { leaksAmong, searchBody, type Leak } from './search/search-leaks.ts';
import { isStrong } from './search/telling.ts';
import type { Subject } from './subject.ts';

/** What is to be scrubbed, and how. */
export interface ScrubOptions {
  readonly archive: Archive;
  /** Folder of the copy, in a folder that is there; itself it must not be, or be empty. */
  readonly folder: string;
  readonly key: ScrubKey;
  /** Paths whose values stay as they are; `*` is any step. */
  readonly keep?: readonly (readonly string[])[];
  readonly signal?: AbortSignal;
  /** Hears of each capture that is done with. */
  readonly onCapture?: (done: { readonly id: number; readonly shape: ScrubbableBody['shape'] }) => void;
  /** Hears of lines of the journal that cannot be believed; they are left out. */
  readonly onProblem?: OnJournalProblem;
}

/** Where an original is still found in the copy. */
export interface ArchiveLeak extends Leak {
  readonly capture: number;
}

/** What came of it. With `leaks` there is no copy. */
export interface ScrubResult {
  readonly captures: number;
  readonly bytes: number;
  /** Values that were replaced, by what they were taken for. */
  readonly replaced: Readonly<Partial<Record<Kind, number>>>;
  readonly images: number;
  /** Captures whose bodies are no JSON and were replaced as a whole. */
  readonly opaque: readonly number[];
  /** Captures whose bodies break off. */
  readonly cutOff: readonly number[];
  /** Captures that were left out, as their bodies are missing or changed. */
  readonly leftOut: readonly number[];
  /** Original values that the copy was searched for. */
  readonly searched: number;
  readonly leaks: readonly ArchiveLeak[];
  /** Whether the archive had been scrubbed with this key before, and was copied as it is. */
  readonly wasScrubbed: boolean;
}

/** Captures that are written at once, so that they share the waits for the disk. */
const AT_ONCE = 8;
/** Bytes of values that are looked for in one reading of the whole copy. */
const BYTES_AT_ONCE = 64 * 2 ** 20;

/**
 * Copies an archive without personal data. The copy has the same captures, with the same numbers; what was replaced is replaced
 * alike everywhere. It gets its name only once it was searched for every original and none was found.
 *
 * @throws {RangeError} if the folder holds something; what the disk said; the reason of `signal`. Nothing is left then.
 */
export async function scrubArchive(options: ScrubOptions): Promise<ScrubResult> {
  const { archive, folder, key } = options;
  const keep = keptPointers(options);
  if ((await readdir(folder).catch(() => [])).length > 0) throw new RangeError('The folder is not empty');
  const building = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.part`);
  const makeFolder = (): Promise<unknown> => mkdir(building, { mode: 0o700 });
  await makeFolder();
  try {
    const wasScrubbed = await copyScrubbed(archive, building, { key, keep });
    if (!wasScrubbed) {
      await rm(building, { recursive: true });
      await makeFolder();
    }
    const result = wasScrubbed ? await resultOfCopy(archive) : await new ArchiveScrub(options, building).run();
    if (result.leaks.length > 0) {
      await rm(building, { recursive: true, force: true });
      return result;
    }
    await rm(folder, { recursive: true, force: true });
    await rename(building, folder);
    await syncFolder(dirname(folder));
    return result;
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw error;
  }
}

/** Places of values that are kept, each as one text. */
function keptPointers({ keep = [] }: ScrubOptions): readonly string[] {
  return keep.map((path) => JSON.stringify(path));
}

async function resultOfCopy(archive: Archive): Promise<ScrubResult> {
  const captures = await archive.captures();
  const bytes = captures.reduce((sum, { body }) => sum + body.bytes, 0);
  const nothing = { replaced: {}, images: 0, opaque: [], cutOff: [], leftOut: [], searched: 0, leaks: [] };
  return { captures: captures.length, bytes, ...nothing, wasScrubbed: true };
}

interface Done {
  readonly captured: Captured;
  readonly body: ScrubbableBody;
}

/** One making of a copy. */
class ArchiveScrub {
  readonly #options: ScrubOptions;
  readonly #building: string;
  readonly #replaced: Partial<Record<Kind, number>> = {};
  readonly #opaque: number[] = [];
  readonly #cutOff: number[] = [];
  readonly #leftOut = new Set<number>();
  readonly #leaks: ArchiveLeak[] = [];
  /** Values that are looked for in the whole copy. */
  readonly #strong: LeakBook[] = [new LeakBook()];
  /** Slugs and other known values, by capture, for what is said about it elsewhere in the journal. */
  readonly #subjects = new Map<number, Subject>();
  /** Where images stand in the originals of captures, and where in the copies. */
  readonly #imagePlaces = new Map<
    number,
    Map<number, { readonly offset: number; readonly length: number } | undefined>
  >();
  #captures = 0;
  #bytes = 0;
  #images = 0;
  #searched = 0;

  constructor(options: ScrubOptions, building: string) {
    this.#options = options;
    this.#building = building;
  }

  async run(): Promise<ScrubResult> {
    const { archive, onProblem = () => {}, key } = this.#options;
    const copy = await Archive.create(this.#building);
    const source = join(archive.folder, 'journal.ndjson');
    const erased = new Set<number>();
    for await (const fact of readJournal(source, () => {})) {
      if (fact.kind === 'erased') erased.add(fact.id);
      if (fact.kind !== 'image') continue;
      const places = this.#imagePlaces.get(fact.capture) ?? new Map<number, undefined>();
      this.#imagePlaces.set(fact.capture, places.set(fact.offset, undefined));
    }
    const journal = await FreshJournal.create(join(this.#building, 'journal.ndjson'));
    try {
      let batch: JournalFact[] = [];
      for await (const fact of readJournal(source, onProblem)) {
        this.#options.signal?.throwIfAborted();
        if (fact.kind === 'captured' && erased.has(fact.id)) continue;
        batch.push(fact);
        if (batch.length >= AT_ONCE) {
          await this.#write(batch, copy, journal);
          batch = [];
        }
      }
      await this.#write(batch, copy, journal);
    } finally {
      await journal.close();
    }
    const notes = await FreshJournal.create(join(this.#building, 'notes.ndjson'));
    try {
      for await (const fact of readJournal(join(archive.folder, 'notes.ndjson'), onProblem)) {
        const subject = 'capture' in fact ? this.#subjects.get(fact.capture) : undefined;
        if (subject !== undefined) await notes.append([scrubFact(fact, subject)]);
      }
    } finally {
      await notes.close();
    }
    await this.#searchEverywhere(copy);
    await writeMark(this.#building, {
      keep: keptPointers(this.#options),
      key,
      captures: this.#captures,
      replaced: this.#replaced,
      searched: this.#searched,
    });
    await copy.close();
    return {
      captures: this.#captures,
      bytes: this.#bytes,
      replaced: this.#replaced,
      images: this.#images,
      opaque: inOrder(this.#opaque),
      cutOff: inOrder(this.#cutOff),
      leftOut: inOrder(this.#leftOut),
      searched: this.#searched,
      leaks: this.#leaks,
      wasScrubbed: false,
    };
  }

  /** Writes a few facts, in their order. */
  async #write(facts: readonly JournalFact[], copy: Archive, journal: FreshJournal): Promise<void> {
    const written = await Promise.all(
      facts.map(async (fact) => (fact.kind === 'captured' ? this.#copyCapture(fact, copy) : undefined)),
    );
    const copied: JournalFact[] = [];
    for (const [at, fact] of facts.entries()) {
      if (fact.kind === 'captured') {
        const captured = written[at];
        if (captured !== undefined) copied.push(captured);
      } else if (fact.kind === 'erased') copied.push(fact);
      else {
        const subject = this.#subjects.get(fact.capture);
        const scrubbed = subject === undefined ? undefined : scrubFact(fact, subject);
        const image = scrubbed?.kind === 'image' ? await this.#copyImage(scrubbed, copy) : scrubbed;
        if (image !== undefined) copied.push(image);
      }
    }
    await journal.append(copied);
  }

  async #copyCapture(captured: Captured, copy: Archive): Promise<Captured | undefined> {
    const { archive, key, keep = [], onCapture } = this.#options;
    if ((await archive.bodyState(captured)) !== 'present') {
      this.#leftOut.add(captured.id);
      return undefined;
    }
    const coding = codingOf(captured.headers);
    const body = await openScrubbable({ open: () => archive.openBody(captured), coding }, { key, keep });
    let values = new LeakValues();
    const places = this.#imagePlaces.get(captured.id);
    const counted: Partial<Record<Kind, number>> = {};
    const note = (replaced: Replaced): void => {
      values.add(replaced);
      counted[replaced.kind] = (counted[replaced.kind] ?? 0) + 1;
      // Images are found by the byte after their opening quote.
      const place = replaced.from.offset + 1;
      if (places?.has(place) === true)
        places.set(place, { offset: replaced.to.offset + 1, length: replaced.to.length - 2 });
    };
    let stored;
    try {
      stored = await storeWhole(copy, body.encoded(note));
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      body.giveUp();
      values = new LeakValues();
      stored = await storeWhole(copy, body.encoded());
    }
    for (const [kind, count] of Object.entries(counted)) {
      this.#replaced[kind as Kind] = (this.#replaced[kind as Kind] ?? 0) + count; // Its keys are kinds.
    }
    const scrubbed: Captured = {
      ...captured,
      ...scrubRequest(captured, body.subject, { before: captured.body.bytes, after: stored.bytes }),
      body: { sha256: stored.sha256, bytes: stored.bytes, complete: captured.body.complete },
      source: 'scrub',
      ...(captured.summary !== undefined && { summary: {} }),
    };
    body.subject.forgetWords();
    this.#subjects.set(captured.id, body.subject);
    this.#captures += 1;
    this.#bytes += stored.bytes;
    if (body.shape === 'opaque' && captured.body.bytes > 0) this.#opaque.push(captured.id);
    if (body.shape === 'cut-off') this.#cutOff.push(captured.id);
    await this.#searchCapture({ captured: scrubbed, body }, values, copy);
    onCapture?.({ id: captured.id, shape: body.shape });
    return scrubbed;
  }

  /** Searches what was made of a capture, body and line of the journal, for its own originals. */
  async #searchCapture({ captured, body }: Done, values: LeakValues, copy: Archive): Promise<void> {
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
  async #searchEverywhere(copy: Archive): Promise<void> {
    const { archive, key, keep = [], signal } = this.#options;
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
        const file = createReadStream(join(this.#building, name)) as AsyncIterable<Uint8Array>;
        for await (const { kind, form } of search.search(file))
          this.#leaks.push({ capture: 0, path: name, kind, form });
      }
    }
  }

  async #copyImage(fact: Extract<JournalFact, { kind: 'image' }>, copy: Archive): Promise<JournalFact | undefined> {
    const place = this.#imagePlaces.get(fact.capture)?.get(fact.offset);
    // An image whose URL is no longer in the body cannot be found by it.
    if (place === undefined) return undefined;
    if ('failure' in fact.outcome) return { ...fact, ...place };
    const { contentType, bytes } = placeholderImage(fact.outcome.contentType);
    const stored = await copy.images.store(inOne(bytes));
    this.#images += 1;
    return { ...fact, ...place, outcome: { sha256: stored.sha256, bytes: stored.bytes, contentType } };
  }
}

/** Words that headers hold on their own account. */
function isOfMachines(text: string): boolean {
  return /^[a-z]+$/i.test(text) && text.length < 8;
}

function inOrder(ids: Iterable<number>): number[] {
  return [...ids].toSorted((one, other) => one - other);
}
