import { open } from 'node:fs/promises';
import { basename } from 'node:path';

import { CliError, cannot, systemErrorState } from '@idvkit/cli-kit';
import { arrayAt, objectAt, ElementError, ElementScanner } from '@idvkit/json';

import type { BodyKeeper } from '../observe/body-keeper.ts';
import { readEntry, type RecordedCall } from './har-entry.ts';

export interface HarReading {
  readonly keeper: BodyKeeper;
  /** Called with each entry and its number. */
  readonly onEntry: (entry: unknown, call: RecordedCall, number: number) => void;
  readonly isFull: () => boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface HarHead {
  readonly entries: number;
  readonly tooLarge: number;
}

const LIMITS = { maxStringBytes: 8 * 2 ** 20, maxBytes: 64 * 2 ** 20 };
const CHUNK_BYTES = 2 ** 20;

/** Reads an HTTP archive (HAR 1.2) of any size, in bounded memory. @throws {CliError} with line and byte. */
export async function readHarFile(
  { path, name }: { readonly path: string; readonly name: string },
  reading: HarReading,
): Promise<HarHead> {
  let entries = 0;
  let tooLarge = 0;
  const scanner = new ElementScanner({
    ...LIMITS,
    path: ['log', 'entries'],
    onElement: (scanned) => {
      entries += 1;
      if (scanned.text === undefined) {
        tooLarge += 1;
        return;
      }
      const entry: unknown = JSON.parse(scanned.text);
      const call = readEntry(entry, reading.keeper);
      if ('problem' in call) throw new ElementError(`entry ${entries} ${call.problem}`, scanned);
      reading.onEntry(entry, call, entries);
    },
  });
  try {
    const isWhole = await readInto(scanner, path, reading);
    if (isWhole) checkLog(scanner.end());
    return { entries, tooLarge };
  } catch (error) {
    if (error instanceof ElementError) throw malformed(name, error);
    if (error instanceof CliError || reading.signal?.aborted === true) throw error;
    throw unreadable(name, error);
  }
}

async function readInto(scanner: ElementScanner, path: string, { isFull, signal }: HarReading): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return true;
      scanner.write(buffer.subarray(0, bytesRead));
      if (isFull()) return false;
    }
  } finally {
    await file.close();
  }
}

function checkLog(rest: string): void {
  const log = objectAt(JSON.parse(rest), 'log');
  if (log === undefined) throw new ElementError('it has no `log`, as an HTTP archive has', { byte: 1, line: 1 });
  if (arrayAt(log, 'entries') === undefined) throw new ElementError('its `log` has no `entries`', { byte: 1, line: 1 });
}

function malformed(name: string, { message, byte, line }: ElementError): CliError {
  return new CliError({
    code: 'har-malformed',
    message: `Cannot read "${basename(name)}" as an HTTP archive: ${message} (line ${line}, byte ${byte}).`,
    fix: 'Export it again as HAR 1.2, and give the whole file.',
  });
}

function unreadable(name: string, cause: unknown): CliError {
  const fix = 'Name a file that can be read.';
  return cannot('recording-unreadable', `read "${name}"`, fix)(systemErrorState(cause), cause);
}
