import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { Archive, type OnJournalProblem } from '@idvkit/archive';
import { knownCodings } from '@idvkit/archive/coding';
import { JournalEnd, readJournal, syncFolder } from '@idvkit/archive/journal';
import { JsonTextError } from '@idvkit/json';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

import { ImagePlaces } from './image-places.ts';
import type { KeptPaths, Kind } from './policy.ts';
import type { BodyShape } from './read-subject.ts';
import { openScrubbable } from './scrub-body.ts';
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
  /** Is called with each capture that is done. */
  readonly onCapture?: (done: { readonly id: number; readonly shape: BodyShape }) => void;
  /** Is called with lines of the journal that cannot be believed; they are left out. */
  readonly onProblem?: OnJournalProblem;
}

/** The outcome of scrubbing an archive. With `leaks` there is no copy. */
export interface ScrubResult {
  readonly captures: number;
  readonly bytes: number;
  /** Values that were replaced, by what they were taken for. */
  readonly replaced: Readonly<Partial<Record<Kind, number>>>;
  readonly images: number;
  /** Captures whose bodies are not JSON and were replaced as a whole. */
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
  if ((await readdir(folder).catch(() => [])).length > 0) throw new RangeError('The folder is not empty');
  const building = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.part`);
  const makeFolder = (): Promise<unknown> => mkdir(building, { mode: 0o700 });
  await makeFolder();
  try {
    const refused = new Set<number>();
    const isCopied = await copyScrubbed(archive, building, { key, keep: keptPointers(options) });
    let result = isCopied ? await resultOfCopy(archive) : undefined;
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

function keptPointers({ keep = [] }: ScrubOptions): readonly string[] {
  return keep.map((path) => JSON.stringify(path));
}

interface Counted {
  captures: number;
  bytes: number;
  readonly replaced: Partial<Record<Kind, number>>;
  readonly opaque: number[];
  readonly cutOff: number[];
  readonly leftOut: number[];
}

function nothingCounted(): Counted {
  return { captures: 0, bytes: 0, replaced: {}, opaque: [], cutOff: [], leftOut: [] };
}

async function resultOfCopy(archive: Archive): Promise<ScrubResult> {
  const captures = await archive.captures();
  const bytes = captures.reduce((sum, { body }) => sum + body.bytes, 0);
  const rest = { images: 0, refused: [], searched: 0, leaks: [], wasScrubbed: true };
  return { ...nothingCounted(), captures: captures.length, bytes, ...rest };
}

/** One making of a copy. */
class ArchiveScrub {
  readonly #options: ScrubOptions;
  readonly #building: string;
  readonly #refused: ReadonlySet<number>;
  readonly #counted = nothingCounted();
  readonly #search: CopySearch;
  /** Slugs and other known values, by capture, for what is said about it elsewhere in the journal. */
  readonly #subjects = new Map<number, Subject>();
  readonly #images = new ImagePlaces();

  constructor(options: ScrubOptions, building: string, refused: ReadonlySet<number>) {
    this.#options = options;
    this.#refused = refused;
    this.#building = building;
    this.#search = new CopySearch({ ...options, folder: building });
  }

  async run(): Promise<ScrubResult> {
    const { archive, onProblem = () => {}, key } = this.#options;
    const copy = await Archive.create(this.#building);
    await this.#writeJournal(copy);
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
    const { captures, replaced } = this.#counted;
    const { searched, leaks } = this.#search;
    await writeMark(this.#building, { keep: keptPointers(this.#options), key, captures, replaced, searched });
    await copy.close();
    return {
      ...this.#counted,
      opaque: inOrder(this.#counted.opaque),
      cutOff: inOrder(this.#counted.cutOff),
      leftOut: inOrder(this.#counted.leftOut),
      refused: inOrder(this.#refused),
      images: this.#images.copied,
      searched,
      leaks,
      wasScrubbed: false,
    };
  }

  async #writeJournal(copy: Archive): Promise<void> {
    const { archive, onProblem, signal } = this.#options;
    const erased = new Set<number>();
    for await (const fact of archive.journal()) {
      if (fact.kind === 'erased') erased.add(fact.id);
      if (fact.kind === 'image') this.#images.expect(fact);
    }
    const path = join(this.#building, 'journal.ndjson');
    const journal = await FreshJournal.create(path, await JournalEnd.open(this.#building));
    try {
      let batch: JournalEntry[] = [];
      for await (const fact of archive.journal(onProblem)) {
        signal?.throwIfAborted();
        if (fact.kind === 'captured' && (erased.has(fact.id) || this.#refused.has(fact.id))) continue;
        batch.push(fact);
        if (batch.length >= AT_ONCE) {
          await journal.append(await this.#copyFacts(batch, copy));
          batch = [];
        }
      }
      await journal.append(await this.#copyFacts(batch, copy));
    } finally {
      await journal.close();
    }
  }

  async #copyFacts(facts: readonly JournalEntry[], copy: Archive): Promise<JournalEntry[]> {
    const captures = await Promise.all(
      facts.map(async (fact) => (fact.kind === 'captured' ? this.#copyCapture(fact, copy) : undefined)),
    );
    const copied: (JournalEntry | undefined)[] = [];
    for (const [at, fact] of facts.entries()) {
      if (fact.kind === 'captured') copied.push(captures[at]);
      else if (fact.kind === 'erased') copied.push(fact);
      else {
        const subject = this.#subjects.get(fact.capture);
        const scrubbed = subject === undefined ? undefined : scrubFact(fact, subject);
        copied.push(scrubbed?.kind === 'image' ? await this.#images.copy(scrubbed, copy) : scrubbed);
      }
    }
    return copied.filter((fact) => fact !== undefined);
  }

  async #copyCapture(captured: Captured, copy: Archive): Promise<Captured | undefined> {
    const { archive, key, keep = [], onCapture } = this.#options;
    const { id } = captured;
    if (!(await archive.isBodyWhole(captured))) {
      this.#counted.leftOut.push(id);
      return undefined;
    }
    const source = { open: () => archive.openBody(captured), codings: knownCodings(captured) };
    const body = await openScrubbable(source, { key, keep });
    let values = new LeakValues();
    const { replaced: counts, opaque, cutOff } = this.#counted;
    let stored;
    try {
      const encoded = body.encoded((replaced) => {
        values.add(replaced);
        counts[replaced.kind] = (counts[replaced.kind] ?? 0) + 1;
        this.#images.note(id, replaced);
      });
      stored = await storeWhole(copy, encoded);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      body.giveUp();
      values = new LeakValues();
      stored = await storeWhole(copy, body.encoded());
    }
    const fact = scrubFact(captured, body.subject);
    const scrubbed: Captured = {
      ...fact,
      headers: withLength(fact.headers, captured, stored.bytes),
      body: { sha256: stored.sha256, bytes: stored.bytes, complete: captured.body.complete },
      source: 'scrub',
    };
    body.subject.forgetWords();
    this.#subjects.set(id, body.subject);
    this.#counted.captures += 1;
    this.#counted.bytes += stored.bytes;
    if (body.shape === 'opaque' && captured.body.bytes > 0) opaque.push(id);
    if (body.shape === 'cut-off') cutOff.push(id);
    await this.#search.capture({ original: captured, captured: scrubbed, body, values }, copy);
    onCapture?.({ id, shape: body.shape });
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
