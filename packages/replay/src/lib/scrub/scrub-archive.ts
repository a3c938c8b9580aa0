import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { Archive, type OnJournalProblem } from '@idvkit/archive';
import { JournalEnd, readJournal, syncFolder } from '@idvkit/archive/journal';
import { JsonTextError } from '@idvkit/json';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

import { codingOf } from './content-coding.ts';
import { ImagePlaces } from './image-places.ts';
import type { KeptPaths, Kind } from './policy.ts';
import { openScrubbable, type ScrubbableBody } from './scrub-body.ts';
import type { Replaced } from './scrub-editor.ts';
import { scrubFact } from './scrub-fact.ts';
import type { ScrubKey } from './scrub-key.ts';
import { copyScrubbed, writeMark } from './scrub-mark-file.ts';
import { FreshJournal, storeWhole } from './scrubbed-copy.ts';
import { CopySearch, type ArchiveLeak } from './search/copy-search.ts';
import { LeakValues } from './search/leak-values.ts';
import type { Subject } from './subject.ts';

/** What is to be scrubbed, and how. */
export interface ScrubOptions {
  readonly archive: Archive;
  /** Folder of the copy, in a folder that is there; itself it must not be, or be empty. */
  readonly folder: string;
  readonly key: ScrubKey;
  /** Paths whose values stay as they are. */
  readonly keep?: KeptPaths;
  /** Leave captures out in which an original was found, rather than make no copy. */
  readonly leaveOutRefused?: boolean;
  readonly signal?: AbortSignal;
  /** Hears of each capture that is done with. */
  readonly onCapture?: (done: { readonly id: number; readonly shape: ScrubbableBody['shape'] }) => void;
  /** Hears of lines of the journal that cannot be believed; they are left out. */
  readonly onProblem?: OnJournalProblem;
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
  /** Captures that were left out, as an original was found in what was made of them. */
  readonly refused: readonly number[];
  /** Original values that the copy was searched for. */
  readonly searched: number;
  readonly leaks: readonly ArchiveLeak[];
  /** Whether the archive had been scrubbed with this key before, and was copied as it is. */
  readonly wasScrubbed: boolean;
}

/** Captures that are written at once, so that they share the waits for the disk. */
const AT_ONCE = 8;
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
    const refused = new Set<number>();
    let result = (await copyScrubbed(archive, building, { key, keep })) ? await resultOfCopy(archive) : undefined;
    while (result === undefined || (options.leaveOutRefused === true && result.leaks.length > 0)) {
      for (const { capture } of result?.leaks ?? []) refused.add(capture);
      await rm(building, { recursive: true });
      await makeFolder();
      result = await new ArchiveScrub(options, building, refused).run();
    }
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
  const nothing = { replaced: {}, images: 0, opaque: [], cutOff: [], leftOut: [], refused: [], searched: 0, leaks: [] };
  return { captures: captures.length, bytes, ...nothing, wasScrubbed: true };
}

/** One making of a copy. */
class ArchiveScrub {
  readonly #options: ScrubOptions;
  readonly #building: string;
  readonly #refused: ReadonlySet<number>;
  readonly #replaced: Partial<Record<Kind, number>> = {};
  readonly #opaque: number[] = [];
  readonly #cutOff: number[] = [];
  readonly #leftOut = new Set<number>();
  readonly #search: CopySearch;
  /** Slugs and other known values, by capture, for what is said about it elsewhere in the journal. */
  readonly #subjects = new Map<number, Subject>();
  readonly #images = new ImagePlaces();
  #captures = 0;
  #bytes = 0;

  constructor(options: ScrubOptions, building: string, refused: ReadonlySet<number>) {
    this.#options = options;
    this.#refused = refused;
    this.#building = building;
    this.#search = new CopySearch({ ...options, folder: building });
  }

  async run(): Promise<ScrubResult> {
    const { archive, onProblem = () => {}, key } = this.#options;
    const copy = await Archive.create(this.#building);
    const erased = new Set<number>();
    for await (const fact of archive.journal()) {
      if (fact.kind === 'erased') erased.add(fact.id);
      if (fact.kind === 'image') this.#images.expect(fact);
    }
    const journal = await FreshJournal.create(
      join(this.#building, 'journal.ndjson'),
      await JournalEnd.open(this.#building),
    );
    try {
      let batch: JournalEntry[] = [];
      for await (const fact of archive.journal(onProblem)) {
        this.#options.signal?.throwIfAborted();
        if (fact.kind === 'captured' && (erased.has(fact.id) || this.#refused.has(fact.id))) continue;
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
    await this.#search.everywhere(copy);
    await writeMark(this.#building, {
      keep: keptPointers(this.#options),
      key,
      captures: this.#captures,
      replaced: this.#replaced,
      searched: this.#search.searched,
    });
    await copy.close();
    return {
      captures: this.#captures,
      bytes: this.#bytes,
      replaced: this.#replaced,
      images: this.#images.copied,
      opaque: inOrder(this.#opaque),
      cutOff: inOrder(this.#cutOff),
      leftOut: inOrder(this.#leftOut),
      refused: inOrder(this.#refused),
      searched: this.#search.searched,
      leaks: this.#search.leaks,
      wasScrubbed: false,
    };
  }

  /** Writes a few facts, in their order. */
  async #write(facts: readonly JournalEntry[], copy: Archive, journal: FreshJournal): Promise<void> {
    const written = await Promise.all(
      facts.map(async (fact) => (fact.kind === 'captured' ? this.#copyCapture(fact, copy) : undefined)),
    );
    const copied: JournalEntry[] = [];
    for (const [at, fact] of facts.entries()) {
      if (fact.kind === 'captured') {
        const captured = written[at];
        if (captured !== undefined) copied.push(captured);
      } else if (fact.kind === 'erased') copied.push(fact);
      else {
        const subject = this.#subjects.get(fact.capture);
        const scrubbed = subject === undefined ? undefined : scrubFact(fact, subject);
        const image = scrubbed?.kind === 'image' ? await this.#images.copy(scrubbed, copy) : scrubbed;
        if (image !== undefined) copied.push(image);
      }
    }
    await journal.append(copied);
  }

  async #copyCapture(captured: Captured, copy: Archive): Promise<Captured | undefined> {
    const { archive, key, keep = [], onCapture } = this.#options;
    if (!(await archive.isBodyWhole(captured))) {
      this.#leftOut.add(captured.id);
      return undefined;
    }
    const coding = codingOf(captured.headers);
    const body = await openScrubbable({ open: () => archive.openBody(captured), coding }, { key, keep });
    let values = new LeakValues();
    const counted: Partial<Record<Kind, number>> = {};
    const note = (replaced: Replaced): void => {
      values.add(replaced);
      counted[replaced.kind] = (counted[replaced.kind] ?? 0) + 1;
      this.#images.note(captured.id, replaced);
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
    const fact = scrubFact(captured, body.subject);
    const scrubbed: Captured = {
      ...fact,
      headers: withLength(fact.headers, captured, stored.bytes),
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
    await this.#search.capture({ original: captured, captured: scrubbed, body, values }, copy);
    onCapture?.({ id: captured.id, shape: body.shape });
    return scrubbed;
  }
}

/** Gives the scrubbed length to headers that had the original one. */
function withLength(
  headers: Captured['headers'],
  { headers: before, body }: Captured,
  bytes: number,
): Captured['headers'] {
  const length = String(body.bytes);
  return headers.map((header, at) => {
    const [name = '', value = ''] = before[at] ?? [];
    return name.toLowerCase() === 'content-length' && value.trim() === length ? [name, String(bytes)] : header;
  });
}

function inOrder(ids: Iterable<number>): number[] {
  return [...ids].toSorted((one, other) => one - other);
}
