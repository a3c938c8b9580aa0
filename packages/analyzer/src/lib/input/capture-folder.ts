import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { crc32 } from 'node:zlib';

import { CliError, systemErrorCode, systemErrorState } from '@idvkit/cli-kit';
import { archiveFormat, journalFact, type Captured, type JournalFact } from '@idvkit/schema/formats';

import type { InputSource } from './input-source.ts';

/** The deliveries of a capture archive, and what was left out of it. */
export interface CaptureFolder {
  readonly sources: readonly InputSource[];
  /** One sentence for each kind of thing that was left out. */
  readonly notes: readonly string[];
}

const CHECKSUM = /,"crc32":"([\da-f]{8})"\}$/;

/** Whether a folder is a capture archive, as `idv-replay capture` writes them. */
export async function isCaptureFolder(path: string): Promise<boolean> {
  const text = await readFile(join(path, 'format.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  return /"format"\s*:\s*"idvkit\.capture"/.test(text);
}

/**
 * Finds the deliveries of a capture archive. Each is one input; its body is checked against the journal while it is read.
 *
 * @throws {CliError} `archive-malformed`, with the line of the journal that cannot be believed.
 * @see docs/formats.md, "Capture archive"
 */
export async function readCaptureFolder(path: string, name: string): Promise<CaptureFolder> {
  await assertVersion(path, name);
  const captures = new Map<number, Captured>();
  let erased = 0;
  let torn = 0;
  let number = 0;
  try {
    const file = createReadStream(join(path, 'journal.ndjson'));
    for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line === '') continue;
      const fact = factOf(line);
      // A crash tears off the line that was being written; the next one starts afresh.
      if (fact === 'torn') torn += 1;
      else if (typeof fact === 'string') throw malformed(name, `line ${number} of its journal ${fact}`);
      else if (fact.kind === 'captured') captures.set(fact.id, fact);
      else if (fact.kind === 'erased') erased += captures.delete(fact.id) ? 1 : 0;
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    if (systemErrorCode(error) !== 'ENOENT') throw malformed(name, systemErrorState(error), error);
  }
  const whole = [...captures.values()].filter(({ body }) => body.complete);
  const broken = captures.size - whole.length;
  const left: readonly (readonly [number, string])[] = [
    [broken, 'whose body broke off'],
    [erased, 'that were erased'],
    [torn, 'whose line in the journal a crash tore off'],
  ];
  return {
    sources: whole.map(({ id, body: { sha256, bytes } }) => ({
      kind: 'file',
      name: `${name}#${id}`,
      path: join(path, 'bodies', sha256.slice(0, 2), `${sha256}.body`),
      lines: false,
      expected: { bytes, sha256 },
    })),
    notes: left.flatMap(([count, which]) =>
      count === 0 ? [] : [`${name}: left out ${count} of the captures, ${which}.`],
    ),
  };
}

async function assertVersion(path: string, name: string): Promise<void> {
  let json: unknown;
  try {
    json = JSON.parse(await readFile(join(path, 'format.json'), 'utf8'));
  } catch (cause) {
    throw malformed(name, 'its format.json cannot be read', cause);
  }
  if (!archiveFormat.safeParse(json).success) throw malformed(name, 'its format.json names another version');
}

/** Reads a line of the journal; says what is wrong with it where it cannot be believed. */
function factOf(line: string): JournalFact | string {
  const match = CHECKSUM.exec(line);
  if (!match) return 'torn';
  const text = `${line.slice(0, match.index)}}`;
  if (crc32(text).toString(16).padStart(8, '0') !== match[1]) return 'does not match its checksum';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const fact = journalFact.safeParse(json);
  return fact.success ? fact.data : 'is of a kind that this version does not know';
}

function malformed(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'archive-malformed',
    message: `Cannot read "${name}" as a capture archive: ${state}.`,
    fix: 'See what idv-replay verify says of it.',
    cause,
  });
}
