import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { Archive, knownCodings, pack, type ArchiveWriter, type CaptureEntry, type TakenBody } from '@idvkit/archive';
import { ValueFinder } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import { Originals, type Found } from './leaks.ts';
import type { KeptPaths, Kind } from './policy.ts';
import { scrubBody, type BodyShape, type BodySource, type ScrubbedBody } from './scrub-body.ts';
import { notesOf, replaceNoteParts, scrubNotes, utf8Of, type CaptureNotes } from './scrub-entry.ts';
import type { ScrubKey } from './scrub-key.ts';
import { TextScrubber } from './text-scrubber.ts';

/** What is to be scrubbed, and how. */
export interface ScrubOptions {
  readonly archive: Archive;
  /** Folder of the copy, in a folder that is there; itself it must not be, or be empty. */
  readonly folder: string;
  readonly key: ScrubKey;
  /** Paths whose values stay as they are. */
  readonly keep?: KeptPaths;
  readonly signal?: AbortSignal;
  /** Is called with each capture that is done. */
  readonly onCapture?: (done: { readonly id: number; readonly shape: BodyShape }) => void;
}

/** The outcome of scrubbing an archive. */
export interface ScrubResult {
  readonly captures: number;
  readonly bytes: number;
  /** Values that were replaced, by what they were taken for. */
  readonly replaced: Readonly<Partial<Record<Kind, number>>>;
  /** Captures whose bodies are not JSON and were replaced as a whole. */
  readonly opaque: readonly number[];
  /** Captures whose bodies break off. */
  readonly cutOff: readonly number[];
  /** Captures that were left out, as their bodies are missing or changed. */
  readonly leftOut: readonly number[];
  /** Captures that were left out, as an original was found in what was made of them: the scrubber has a defect. */
  readonly refused: readonly { readonly id: number; readonly paths: readonly string[] }[];
  /** Original values that the copy was searched for. */
  readonly searched: number;
}

/** Captures that are committed at once, so that they share the waits for the disk. */
const AT_ONCE = 64;
/** Larger bodies are read from the archive each time. */
const MAX_HELD = 4 * 2 ** 20;
/** Keys under which an original must be found to be a leak: generated text may equal an original by chance. */
const OTHER_KEYS = 2;

/**
 * Copies an archive without personal data. The copy has the same captures, with the same numbers; what was replaced is replaced
 * alike everywhere. A capture is part of it only once it was searched for every original and none was found.
 *
 * @throws {RangeError} if the folder holds something; the error of the system; the reason of `signal`. Nothing is left then.
 */
export async function scrubArchive(options: ScrubOptions): Promise<ScrubResult> {
  const { folder } = options;
  if ((await readdir(folder).catch(() => [])).length > 0) throw new RangeError('The folder is not empty');
  const building = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.part`);
  const denied = new Set<string>();
  try {
    let result: ScrubResult | undefined;
    while (result === undefined) {
      await mkdir(building, { mode: 0o700 });
      result = await new ArchiveScrub(options, building, denied).run();
      // Another delivery tells that a name which stayed is somebody's.
      if (result === undefined) await rm(building, { recursive: true });
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

/** The copy of a capture, not in the archive yet. */
interface MadeCapture {
  readonly notes: CaptureNotes;
  readonly taken: TakenBody;
  readonly shape: BodyShape;
}

/** One making of a copy. */
class ArchiveScrub {
  readonly #options: ScrubOptions;
  readonly #building: string;
  /** Given names that were found to hold an original of any delivery. */
  readonly #denied: Set<string>;
  readonly #scrubber: TextScrubber;
  readonly #givenNames = new Set<string>();
  readonly #telling = new ValueFinder();
  readonly #counted = {
    captures: 0,
    bytes: 0,
    searched: 0,
    replaced: {} as Partial<Record<Kind, number>>,
    opaque: [] as number[],
    cutOff: [] as number[],
    leftOut: [] as number[],
    refused: [] as { id: number; paths: readonly string[] }[],
  };

  constructor(options: ScrubOptions, building: string, denied: Set<string>) {
    this.#options = options;
    this.#building = building;
    this.#denied = denied;
    this.#scrubber = new TextScrubber(options.key);
  }

  /** @returns `undefined` if names stayed that are denied from now on: the copy must be made again. */
  async run(): Promise<ScrubResult | undefined> {
    const copy = Archive.create(this.#building);
    try {
      await this.#copyAll(copy);
    } finally {
      await copy.close();
    }
    const found = [...this.#givenNames].filter((name) => this.#telling.isIn(name));
    for (const name of found) this.#denied.add(name);
    return found.length === 0 ? this.#counted : undefined;
  }

  async #copyAll(copy: Archive): Promise<void> {
    const { archive, signal, onCapture } = this.#options;
    const writer = copy.openWriter();
    const erasures = new Map(archive.erasures().map((erasure) => [erasure.id, erasure]));
    let next = 1;
    let changes: Promise<unknown>[] = [];
    const addErased = (until: number): void => {
      for (; next < until; next += 1) changes.push(copy.addErased(next, erasures.get(next)));
    };
    for (const entry of archive.list()) {
      signal?.throwIfAborted();
      const { id } = entry.captured;
      const made = await this.#makeCapture(entry, writer);
      addErased(made === undefined ? id + 1 : id);
      if (made !== undefined) {
        changes.push(...commit(made, id, { copy, writer }));
        next = id + 1;
        onCapture?.({ id, shape: made.shape });
      }
      if (changes.length < AT_ONCE) continue;
      await Promise.all(changes);
      changes = [];
    }
    addErased((archive.erasures().at(-1)?.id ?? 0) + 1);
    await Promise.all(changes);
  }

  /** Makes the copy of a capture. @returns `undefined` if there is none: its body is not whole, or an original is left. */
  async #makeCapture({ captured, tags }: CaptureEntry, writer: ArchiveWriter): Promise<MadeCapture | undefined> {
    const { archive, keep = [] } = this.#options;
    const counted = this.#counted;
    const { id } = captured;
    const source = await this.#sourceOf(captured);
    if (source === undefined) {
      counted.leftOut.push(id);
      return undefined;
    }
    const notes = notesOf(archive, captured, tags);
    const denied = new Set(this.#denied);
    for (;;) {
      const names = new Set<string>();
      const replaced: Partial<Record<Kind, number>> = {};
      const originals = new Originals();
      const body = await scrubBody(source, {
        scrubber: this.#scrubber,
        keep,
        denied,
        onReplaced: (each) => {
          replaced[each.kind] = (replaced[each.kind] ?? 0) + 1;
          originals.add(each);
        },
        onGivenName: (name) => names.add(name),
      });
      const scrubbed = scrubNotes(notes, this.#scrubber);
      const { found, searched, telling } = await this.#search({ source, body, notes, scrubbed, denied, originals });
      const given = found.filter(({ text }) => names.has(text));
      if (given.length > 0) {
        for (const { text } of given) denied.add(text);
        continue;
      }
      if (found.length > 0) {
        counted.refused.push({ id, paths: [...new Set(found.map(({ path }) => path))] });
        return undefined;
      }
      for (const name of names) this.#givenNames.add(name);
      for (const value of telling) this.#telling.add(value, undefined);
      counted.searched += searched;
      for (const [kind, count] of Object.entries(replaced) as [Kind, number][])
        counted.replaced[kind] = (counted.replaced[kind] ?? 0) + count;
      return this.#taken(scrubbed, body, { captured, writer });
    }
  }

  /** Searches what was made of a capture. What is found under other keys as well is not generated: it stayed. */
  async #search(made: SearchedCapture): Promise<{ found: Found[]; searched: number; telling: Set<string> }> {
    const { keep = [], key } = this.#options;
    const { source, denied, notes } = made;
    const telling = new Set<string>();
    let searched = 0;
    for (let lot: Originals | undefined = made.originals; lot !== undefined; lot = lot.next()) {
      const originals = lot;
      if (originals !== made.originals) {
        await scrubBody(source, { scrubber: this.#scrubber, keep, denied, onReplaced: originals.add });
      }
      // Of a body that is replaced as a whole, nothing was read.
      if (made.body.shape === 'opaque') break;
      searched += originals.finder.size;
      for (const value of originals.telling) telling.add(value);
      let found = await searchIn(originals, made, keep);
      for (let number = 1; found.length > 0 && number <= OTHER_KEYS; number += 1) {
        const scrubber = new TextScrubber(key.another(number));
        const body = await scrubBody(source, { scrubber, keep, denied });
        const again = await searchIn(originals, { body, scrubbed: scrubNotes(notes, scrubber) }, keep);
        found = found.filter(({ value }) => again.some((each) => each.value === value));
      }
      if (found.length > 0) return { found, searched, telling };
    }
    return { found: [], searched, telling };
  }

  async #taken(
    notes: CaptureNotes,
    body: ScrubbedBody,
    { captured: before, writer }: { readonly captured: Captured; readonly writer: ArchiveWriter },
  ): Promise<MadeCapture> {
    const { headers } = notes.captured;
    const taken = await writer.take(pack(body.read(), body.codings), { ...notes.captured, headers });
    if (!taken.complete) {
      await writer.discard(taken);
      throw taken.failure instanceof Error ? taken.failure : new Error('A body broke off', { cause: taken.failure });
    }
    this.#counted.captures += 1;
    this.#counted.bytes += taken.bytes;
    if (body.shape === 'opaque' && before.body.bytes > 0) this.#counted.opaque.push(before.id);
    if (body.shape === 'cut-off') this.#counted.cutOff.push(before.id);
    const length = String(before.body.bytes);
    const captured: Captured = {
      ...notes.captured,
      // The length of the copy, in headers that had that of the original.
      headers: headers.map(([name, value], at) =>
        name.toLowerCase() === 'content-length' && before.headers[at]?.[1].trim() === length
          ? [name, String(taken.bytes)]
          : [name, value],
      ),
      source: 'scrub',
    };
    return { notes: { ...notes, captured }, taken: { ...taken, complete: before.body.complete }, shape: body.shape };
  }

  /** @returns `undefined` if the body is missing, or another than was received. */
  async #sourceOf(captured: Captured): Promise<BodySource | undefined> {
    const { archive } = this.#options;
    const codings = knownCodings(captured);
    if (captured.body.bytes > MAX_HELD) {
      if (!(await archive.isBodyWhole(captured))) return undefined;
      return { open: () => archive.openBody(captured) as AsyncIterable<Uint8Array>, codings }; // No encoding is set.
    }
    try {
      const bytes = await buffer(archive.openBody(captured));
      return {
        open: async function* () {
          if (bytes.length > 0) yield bytes;
        },
        codings,
      };
    } catch {
      return undefined;
    }
  }
}

interface SearchedCapture {
  readonly source: BodySource;
  readonly body: ScrubbedBody;
  readonly notes: CaptureNotes;
  readonly scrubbed: CaptureNotes;
  readonly denied: ReadonlySet<string>;
  readonly originals: Originals;
}

/** Searches a body, and all that the copy says besides. */
async function searchIn(
  originals: Originals,
  { body, scrubbed }: { readonly body: ScrubbedBody; readonly scrubbed: CaptureNotes },
  keep: KeptPaths,
): Promise<Found[]> {
  const found = await originals.searchBody(body.read(), keep);
  replaceNoteParts(scrubbed, ({ text, where }) => {
    for (const { value } of originals.finder.find(`${text}\n${utf8Of(text) ?? ''}`))
      found.push({ path: where, text, value });
    return text;
  });
  return found;
}

/** Adds a capture to the copy. All that is added in one turn shares a transaction. */
function commit(
  { notes: { captured, tags, attempts }, taken }: MadeCapture,
  id: number,
  { copy, writer }: { readonly copy: Archive; readonly writer: ArchiveWriter },
): Promise<unknown>[] {
  return [
    writer
      .commit(taken, captured, { id })
      .then(() =>
        Promise.all([
          ...(tags.length === 0 ? [] : [copy.tag([id], { add: tags })]),
          ...attempts.map((attempt) => copy.addAttempt(attempt)),
        ]),
      ),
  ];
}
