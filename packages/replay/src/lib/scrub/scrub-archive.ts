import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { Archive, knownCodings, pack, type ArchiveWriter, type CaptureEntry } from '@idvkit/archive';
import { ValueFinder } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import type { KeptPaths, Kind } from './policy.ts';
import { given, type BodySource } from './scrub-body.ts';
import { scrubCapture, type ScrubbedCapture } from './scrub-capture.ts';
import type { ScrubKey } from './scrub-key.ts';
import { TextScrubber } from './text-scrubber.ts';

/** Source and options of a scrub. */
export interface ScrubOptions {
  readonly archive: Archive;
  /** Folder of the copy, in a folder that is there; itself it must not be, or be empty. */
  readonly folder: string;
  readonly key: ScrubKey;
  /** Paths whose values stay as they are. */
  readonly keep?: KeptPaths;
  readonly signal?: AbortSignal;
  /** Is called after each capture. */
  readonly onCapture?: () => void;
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
      result = await new ArchiveScrub(options, denied).into(building);
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

/** One making of a copy. */
class ArchiveScrub {
  readonly #options: ScrubOptions;
  readonly #scrubbers: readonly [TextScrubber, ...TextScrubber[]];
  /** Given names that were found to hold an original of any delivery. */
  readonly #denied: Set<string>;
  readonly #givenNames = new Set<string>();
  readonly #telling = new ValueFinder();
  readonly #result = {
    captures: 0,
    bytes: 0,
    searched: 0,
    replaced: {} as Partial<Record<Kind, number>>,
    opaque: [] as number[],
    cutOff: [] as number[],
    leftOut: [] as number[],
    refused: [] as { id: number; paths: readonly string[] }[],
  };

  constructor(options: ScrubOptions, denied: Set<string>) {
    this.#options = options;
    this.#denied = denied;
    const { key } = options;
    this.#scrubbers = [new TextScrubber(key), new TextScrubber(key.another(1)), new TextScrubber(key.another(2))];
  }

  /** @returns `undefined` if a name stayed that holds an original of another delivery: the copy must be made again without it. */
  async into(folder: string): Promise<ScrubResult | undefined> {
    const copy = Archive.create(folder);
    try {
      await this.#copyAll(copy);
    } finally {
      await copy.close();
    }
    const found = [...this.#givenNames].filter((name) => this.#telling.isIn(name));
    for (const name of found) this.#denied.add(name);
    return found.length === 0 ? this.#result : undefined;
  }

  async #copyAll(copy: Archive): Promise<void> {
    const { archive, signal, onCapture } = this.#options;
    const writer = copy.openWriter();
    const erasures = new Map(archive.erasures().map((erasure) => [erasure.id, erasure]));
    const changes: Promise<unknown>[] = [];
    let next = 1;
    const leaveOut = (until: number): void => {
      for (; next < until; next += 1) changes.push(copy.addErased(next, erasures.get(next)));
    };
    for (const entry of archive.list()) {
      signal?.throwIfAborted();
      leaveOut(entry.captured.id);
      const change = await this.#copied(entry, copy, writer);
      if (change === undefined) leaveOut(next + 1);
      else {
        changes.push(change());
        next += 1;
      }
      onCapture?.();
      if (changes.length >= AT_ONCE) await Promise.all(changes.splice(0));
    }
    leaveOut((archive.erasures().at(-1)?.id ?? 0) + 1);
    await Promise.all(changes);
  }

  /** Makes the copy of a capture. @returns what adds it; `undefined` if its body is not whole, or an original is left. */
  async #copied(
    { captured, tags }: CaptureEntry,
    copy: Archive,
    writer: ArchiveWriter,
  ): Promise<(() => Promise<unknown>) | undefined> {
    const { keep = [] } = this.#options;
    const { id } = captured;
    const source = await this.#sourceOf(captured);
    if (source === undefined) {
      this.#result.leftOut.push(id);
      return undefined;
    }
    const scrubbing = { scrubbers: this.#scrubbers, keep, denied: this.#denied };
    const made = await scrubCapture(source, { captured, tags }, scrubbing);
    if (made.leaks.length > 0) {
      this.#result.refused.push({ id, paths: [...new Set(made.leaks.map(({ path }) => path))] });
      return undefined;
    }
    const { notes, body } = made;
    const taken = await writer.take(pack(body.read(), body.codings), notes.captured);
    if (!taken.complete) {
      await writer.discard(taken);
      throw new Error('A body broke off', { cause: taken.failure });
    }
    this.#count(captured, made, taken.bytes);
    const length = String(captured.body.bytes);
    // The length of the copy, in headers that had that of the original.
    const headers = notes.captured.headers.map(([name, value], at): [string, string] => {
      const isLength = name.toLowerCase() === 'content-length' && captured.headers[at]?.[1].trim() === length;
      return [name, isLength ? String(taken.bytes) : value];
    });
    return async () => {
      const complete = captured.body.complete;
      await writer.commit({ ...taken, complete }, { ...notes.captured, headers, source: 'scrub' }, { id });
      if (notes.tags.length > 0) await copy.tag([id], { add: notes.tags });
    };
  }

  #count({ id, body }: Captured, made: ScrubbedCapture, bytes: number): void {
    const result = this.#result;
    result.captures += 1;
    result.bytes += bytes;
    result.searched += made.searched;
    for (const [kind, count] of made.replaced) result.replaced[kind] = (result.replaced[kind] ?? 0) + count;
    if (made.body.shape === 'opaque' && body.bytes > 0) result.opaque.push(id);
    if (made.body.shape === 'cut-off') result.cutOff.push(id);
    for (const name of made.givenNames) this.#givenNames.add(name);
    for (const value of made.telling) this.#telling.add(value, undefined);
  }

  /** @returns `undefined` if the body is missing, or another than was received. */
  async #sourceOf(captured: Captured): Promise<BodySource | undefined> {
    const { archive } = this.#options;
    // No text encoding is set.
    const open = (): AsyncIterable<Uint8Array> => archive.openBody(captured) as AsyncIterable<Uint8Array>;
    const codings = knownCodings(captured);
    if (captured.body.bytes > MAX_HELD) return (await archive.isBodyWhole(captured)) ? { open, codings } : undefined;
    try {
      const parts: Uint8Array[] = [];
      for await (const part of open()) parts.push(part);
      return { open: () => given(parts), codings };
    } catch {
      return undefined;
    }
  }
}
