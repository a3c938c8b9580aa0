import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { Archive, type ArchiveWriter, type TakenBody } from '@idvkit/archive';
import { knownCodings } from '@idvkit/archive/coding';
import { JsonTextError } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import { entriesOf } from './archive-entries.ts';
import { ImagePlaces } from './image-places.ts';
import type { KeptPaths, Kind } from './policy.ts';
import type { BodyShape } from './read-subject.ts';
import { openScrubbable, type ScrubbableBody } from './scrub-body.ts';
import { scrubFact } from './scrub-fact.ts';
import type { ScrubKey } from './scrub-key.ts';
import { copyScrubbed, writeMark } from './scrub-mark.ts';
import { takeWhole } from './scrubbed-copy.ts';
import { CopySearch, type ArchiveLeak } from './search/copy-search.ts';
import { LeakValues } from './search/leak-values.ts';

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
    let result = isCopied ? resultOfCopy(archive) : undefined;
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
    const above = await open(dirname(folder), 'r');
    await above.sync();
    await above.close();
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

function resultOfCopy(archive: Archive): ScrubResult {
  const captures = archive.captures();
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
  readonly #images = new ImagePlaces();

  constructor(options: ScrubOptions, building: string, refused: ReadonlySet<number>) {
    this.#options = options;
    this.#refused = refused;
    this.#building = building;
    this.#search = new CopySearch(options);
  }

  async run(): Promise<ScrubResult> {
    const { key } = this.#options;
    const copy = Archive.create(this.#building);
    try {
      await this.#copyAll(copy);
      return await this.#finish(copy, key);
    } finally {
      await copy.close();
    }
  }

  async #finish(copy: Archive, key: ScrubKey): Promise<ScrubResult> {
    await this.#search.everywhere(copy);
    const { captures, replaced } = this.#counted;
    const { searched, leaks } = this.#search;
    await writeMark(copy, { keep: keptPointers(this.#options), key, captures, replaced, searched });
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

  async #copyAll(copy: Archive): Promise<void> {
    const { archive, signal } = this.#options;
    const writer = copy.openWriter();
    const erasures = new Map(archive.erasures().map((erasure) => [erasure.id, erasure]));
    const captures = archive.captures();
    const last = Math.max(captures.at(-1)?.id ?? 0, archive.erasures().at(-1)?.id ?? 0);
    const byId = new Map(captures.map((captured) => [captured.id, captured]));
    for (let first = 1; first <= last; first += AT_ONCE) {
      signal?.throwIfAborted();
      const ids = Array.from({ length: Math.min(AT_ONCE, last - first + 1) }, (_, index) => first + index);
      const made = await Promise.all(ids.map((id) => this.#makeCapture(byId.get(id), writer)));
      // In their order, so that rows are only appended. All share a transaction.
      await Promise.all(
        ids.map(async (id, index) => {
          const each = made[index];
          if (each === undefined) await copy.addErased(id, erasures.get(id));
          else await writer.commit(each.taken, each.captured, { id });
        }),
      );
      await Promise.all(made.flatMap((each) => each ?? []).map((each) => this.#copyNotes(each, copy)));
    }
  }

  /** Copies what is known of a capture, and searches what was made of it. */
  async #copyNotes({ original, captured, body, values }: MadeCapture, copy: Archive): Promise<void> {
    const { archive, onCapture } = this.#options;
    const { id } = captured;
    for (const entry of entriesOf(archive, id)) {
      const scrubbed = scrubFact(entry, body.subject);
      if (scrubbed.kind === 'tags') await copy.tag([id], { add: scrubbed.tags });
      else if (scrubbed.kind === 'attempt') await copy.addAttempt(withoutKind(scrubbed));
      else if (scrubbed.kind === 'image') await this.#images.copy(withoutKind(scrubbed), copy);
    }
    await this.#search.capture({ original, captured, body, values }, copy);
    body.subject.forgetWords();
    onCapture?.({ id, shape: body.shape });
  }

  /** Makes the copy of a capture. @returns `undefined` if there is none: it was erased, refused, or its body is not whole. */
  async #makeCapture(captured: Captured | undefined, writer: ArchiveWriter): Promise<MadeCapture | undefined> {
    if (captured === undefined || this.#refused.has(captured.id)) return undefined;
    const { archive, key, keep = [] } = this.#options;
    const { id } = captured;
    for (const image of archive.imagesOf(id)) this.#images.expect(image);
    if (!(await archive.isBodyWhole(captured))) {
      this.#counted.leftOut.push(id);
      return undefined;
    }
    const open = (): Promise<AsyncIterable<Uint8Array>> =>
      Promise.resolve(archive.openBody(captured) as AsyncIterable<Uint8Array>); // No encoding is set.
    const source = { open, codings: knownCodings(captured) };
    const body = await openScrubbable(source, { key, keep });
    let values = new LeakValues();
    const { replaced: counts, opaque, cutOff } = this.#counted;
    let taken: TakenBody;
    try {
      const encoded = body.encoded((replaced) => {
        values.add(replaced);
        counts[replaced.kind] = (counts[replaced.kind] ?? 0) + 1;
        this.#images.note(id, replaced);
      });
      taken = await takeWhole(writer, encoded, captured);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      body.giveUp();
      values = new LeakValues();
      taken = await takeWhole(writer, body.encoded(), captured);
    }
    const fact = withoutKind(scrubFact({ kind: 'captured', ...captured }, body.subject));
    const { sha256, bytes } = taken;
    const scrubbed: Captured = {
      ...fact,
      headers: withLength(fact.headers, captured, bytes),
      body: { sha256, bytes, complete: captured.body.complete },
      source: 'scrub',
    };
    this.#counted.captures += 1;
    this.#counted.bytes += bytes;
    if (body.shape === 'opaque' && captured.body.bytes > 0) opaque.push(id);
    if (body.shape === 'cut-off') cutOff.push(id);
    return {
      original: captured,
      captured: scrubbed,
      body,
      values,
      taken: { ...taken, complete: captured.body.complete },
    };
  }
}

/** The copy of a capture, not in the archive yet. */
interface MadeCapture {
  readonly original: Captured;
  readonly captured: Captured;
  readonly body: ScrubbableBody;
  readonly values: LeakValues;
  readonly taken: TakenBody;
}

function withoutKind<Entry extends { readonly kind: string }>({ kind: _kind, ...entry }: Entry): Omit<Entry, 'kind'> {
  return entry;
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
