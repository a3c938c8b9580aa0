import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';

import { ExitCode, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import type { ExportedHit } from '../export/exported-hit.ts';
import { HitExport } from '../export/hit-export.ts';
import { assertIndexOf, HitIndex, noSuchHit, unusable, type IndexedHit } from '../export/hit-index.ts';
import { hitTexts } from '../export/hit-text.ts';
import { gather } from '../input/gather.ts';
import { inputUnreadable } from '../input/input-error.ts';
import type { InputSource } from '../input/input-source.ts';
import { openInput, type OpenInput } from '../input/open-input.ts';
import { splitLines } from '../input/split-lines.ts';
import { JsonError } from '../scan/json-error.ts';
import { createScanner } from '../scan/wasm/create-scanner.ts';
import { measuresOf } from '../summarize/hit-profile.ts';
import { parseCondition, type HitCondition } from './hit-condition.ts';
import { MAX_PARSED_BYTES, printHit } from './print-hit.ts';

/** Which hits to show, and how. */
export interface ShowHitsOptions {
  readonly io: Io;
  readonly source: InputSource;
  readonly profile: HitProfile;
  readonly reveal: boolean;
  /** Number of the hit, over all hits of the input, from 0. */
  readonly hit?: number | undefined;
  /** `PATH=VALUE`. */
  readonly where?: string | undefined;
  /** File with an index of the input's hits. */
  readonly index?: string | undefined;
}

/**
 * Prints one hit by its number, or all that have a value, as JSON text; masked unless told otherwise. With an index each is
 * read straight from its place; without one, the input is read up to it.
 *
 * @returns 0; 1 where no hit has the value.
 * @throws {CliError} `hit-not-found`, `index-unusable`, `input-unreadable`, `hit-too-large`, `condition-unusable`.
 */
export async function showHits(options: ShowHitsOptions): Promise<ExitCode> {
  const { io, where, profile, hit = 0 } = options;
  const condition = where === undefined ? undefined : await parseCondition(where, profile, io);
  const wanted = condition ?? hit;
  const isIndexed = options.index !== undefined && (condition === undefined || condition.isLabel);
  const shown = isIndexed ? await showIndexed(options, wanted) : await showScanned(options, wanted);
  if (shown > 0) return ExitCode.ok;
  io.stderr.write('idv-analyze: No hit has that value.\n');
  return ExitCode.findings;
}

async function showIndexed(options: ShowHitsOptions, wanted: HitCondition | number): Promise<number> {
  const { source, index: name = '', io, profile, reveal } = options;
  if (source.kind !== 'file') throw unusable(name, 'an index is of a file, and the input is none');
  await using index = await HitIndex.open(resolve(io.cwd, name), name);
  await assertIndexOf(index, source.path, { index: name, input: source.name });
  const { label } = index.header;
  if (typeof wanted !== 'number' && label !== wanted.path) {
    throw unusable(name, `it knows hits by "${label}", and not by "${wanted.path}"`);
  }
  let shown = 0;
  const found = typeof wanted === 'number' ? [await index.hit(wanted)] : index.withLabel(wanted.value);
  for await (const hit of found) {
    const parts = await gather(rangeOf(source, index, hit, io));
    if (hit.bytes <= MAX_PARSED_BYTES) {
      const labels = labelsIn(Buffer.concat(parts), label);
      if (!labels) throw unusable(name, `where it says that hit ${hit.number} is, the input has something else`);
      // Two labels can have one fingerprint.
      if (typeof wanted !== 'number' && !labels.includes(wanted.value)) continue;
    }
    printHit(parts, hit.bytes, { stdout: io.stdout, profile, reveal });
    shown += 1;
  }
  return shown;
}

/** Labels of a hit, or nothing where the bytes are no JSON. */
function labelsIn(hit: Uint8Array, path: string): readonly string[] | undefined {
  try {
    return hitTexts(hit, path);
  } catch {
    return undefined;
  }
}

async function* rangeOf(
  source: InputSource & { readonly kind: 'file' },
  index: HitIndex,
  { offset, bytes }: IndexedHit,
  { stdin, signal }: Io,
): AsyncGenerator<Uint8Array> {
  const end = offset + bytes;
  if (!index.header.source.packed) {
    yield* createReadStream(source.path, { start: offset, end: end - 1 }) as AsyncIterable<Uint8Array>; // No encoding is set.
    return;
  }
  // What is packed has to be unpacked from its beginning.
  const { stream } = await openInput(source, { stdin, signal });
  let at = 0;
  for await (const chunk of stream) {
    if (at + chunk.length > offset) yield chunk.subarray(Math.max(0, offset - at), Math.min(chunk.length, end - at));
    at += chunk.length;
    if (at >= end) return;
  }
}

/** Ends a scan that has found what it was for. */
class Found extends Error {}

async function showScanned(options: ShowHitsOptions, wanted: HitCondition | number): Promise<number> {
  const { io, source, profile, reveal } = options;
  let shown = 0;
  let number = 0;
  const add = (hit: ExportedHit): void => {
    const isWanted = typeof wanted === 'number' ? number === wanted : has(hit, wanted);
    number += 1;
    if (!isWanted) return;
    printHit(hit.parts(), hit.bytes, { stdout: io.stdout, profile, reveal });
    shown += 1;
    if (typeof wanted === 'number') throw new Found();
  };
  const exported = new HitExport([{ add, commit: () => {}, discard: () => {} }]);
  const input = await openInput(source, io);
  try {
    for await (const { offset, stream } of documentsOf(input)) {
      const watched = exported.watch(stream, { source: source.name, document: 0, offset });
      const scanner = createScanner(watched.wrapHandler(), { measures: measuresOf(profile) });
      for await (const chunk of watched.stream) scanner.write(chunk);
      if (io.signal.aborted) return shown;
      scanner.end();
    }
  } catch (error) {
    if (error instanceof Found) return shown;
    if (error instanceof JsonError)
      throw inputUnreadable(source.name, `${error.message}, and nothing was found before`, error);
    throw error;
  }
  if (typeof wanted === 'number') throw noSuchHit(wanted, number);
  return shown;
}

async function* documentsOf({
  stream,
  lines,
}: OpenInput): AsyncGenerator<{ readonly offset: number; readonly stream: AsyncIterable<Uint8Array> }> {
  if (lines) yield* splitLines(stream);
  else yield { offset: 0, stream };
}

function has(hit: ExportedHit, { path, value, isLabel }: HitCondition): boolean {
  if (isLabel) return hit.label === value;
  if (hit.bytes > MAX_PARSED_BYTES) return false;
  const bytes = Buffer.concat([...hit.parts()].map((part) => part.slice()));
  // Without an escape, a text stands in a hit as it is: most hits need no closer look.
  if (!bytes.includes('\\') && !bytes.includes(value)) return false;
  return hitTexts(bytes, path).includes(value);
}
