import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { crc32, createGunzip, createZstdDecompress } from 'node:zlib';

import { CliError, systemErrorCode, systemErrorState } from '@idvkit/cli-kit';
import { archiveFormat, journalFact, type Captured, type JournalFact } from '@idvkit/schema/formats';

import { stringAt } from '../observation/json.ts';
import type { MessageBody } from '../observation/message-body.ts';
import type { Delivery } from '../observation/observation.ts';
import { BodyKeeper } from './body-keeper.ts';
import type { Recording, RecordingOptions } from './recording.ts';
import { undecidableWherePartial } from './undecidable.ts';

const CHECKSUM = /,"crc32":"([\da-f]{8})"\}$/;
/** Longer lines are none of a journal. */
const LONGEST_LINE = 4 * 2 ** 20;
const MOST_CAPTURES = 100_000;

/**
 * Reads an archive of `idv-replay capture`: every capture is a delivery. Checksums of journal and bodies are verified.
 *
 * @throws {CliError} `recording-unreadable`, `archive-malformed` with the line of the journal, or the body, that is wrong.
 * @see docs/formats.md, "Capture archive"
 */
export async function readCaptures(
  { path, name }: { readonly path: string; readonly name: string },
  options: RecordingOptions,
  signal?: AbortSignal,
): Promise<Recording> {
  await assertFormat(path, name);
  const { captures, erased, torn } = await readJournal(path, name, signal);
  const keeper = new BodyKeeper();
  const deliveries: Delivery[] = [];
  const seen = new Set<string>();
  const left = { again: 0, cut: 0 };
  for (const captured of captures.slice(0, MOST_CAPTURES)) {
    signal?.throwIfAborted();
    const { sha256, complete } = captured.body;
    if (erased.has(captured.id)) continue;
    if (!complete) left.cut += 1;
    else if (seen.has(sha256)) left.again += 1;
    else {
      seen.add(sha256);
      deliveries.push(deliveryOf(captured, await readBody(path, name, captured, keeper)));
    }
  }
  const counts: readonly (readonly [number, string])[] = [
    [left.again, 'that came before, byte for byte'],
    [left.cut, 'that broke off'],
    [erased.size, 'whose bodies were erased'],
  ];
  const leftOut = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const read = `Read ${captures.length} ${captures.length === 1 ? 'capture' : 'captures'}`;
  return {
    observations: deliveries.toSorted((one, other) => one.at - other.at),
    target: { baseUrl: options.baseUrl ?? '', formSlug: options.formSlug ?? '', kind: 'recorded' },
    context: {
      ...(options.baseUrl === undefined ? {} : { baseUrl: options.baseUrl }),
      clockSkewSeconds: 60,
      inputParameters: {},
      requireHttps: false,
    },
    undecidable: (id) => undecidableWherePartial(id, { isPlaced: options.baseUrl !== undefined, hasSecret: true }),
    notes: [
      leftOut.length === 0 ? `${read}.` : `${read}; left out ${leftOut.join(', ')}.`,
      ...(torn > 0 ? [`Left out ${torn} ${torn === 1 ? 'line' : 'lines'} of the journal that a crash tore off.`] : []),
    ],
    ...(captures.length > MOST_CAPTURES ? { stopped: `Only the first ${MOST_CAPTURES} captures were read` } : {}),
    secrets: [],
  };
}

function deliveryOf(captured: Captured, body: MessageBody): Delivery {
  const at = Date.parse(captured.receivedAt);
  const slug = stringAt(body.json, 'application', 'slug');
  return {
    kind: 'delivery',
    id: `d${captured.id}`,
    at,
    receiver: 'capture',
    bearer: captured.bearer === 'not-checked' ? 'unknown' : captured.bearer,
    request: { method: captured.method, url: captured.path, headers: captured.headers, body },
    answer: captured.answer === null ? { kind: 'none' } : { kind: 'status', status: captured.answer, at },
    ...(slug === undefined ? {} : { slug }),
  };
}

async function assertFormat(path: string, name: string): Promise<void> {
  let text: string;
  try {
    text = await readFile(join(path, 'format.json'), 'utf8');
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') throw malformed(name, 'it has no format.json', cause);
    throw unreadable(name, cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw malformed(name, 'its format.json is not JSON', cause);
  }
  if (!archiveFormat.safeParse(json).success) throw malformed(name, 'its format.json names another format or version');
}

interface Journal {
  readonly captures: readonly Captured[];
  readonly erased: ReadonlySet<number>;
  /** Lines that a crash tore off. */
  readonly torn: number;
}

async function readJournal(path: string, name: string, signal: AbortSignal | undefined): Promise<Journal> {
  const captures: Captured[] = [];
  const erased = new Set<number>();
  let number = 0;
  let torn = 0;
  try {
    const stream = createReadStream(join(path, 'journal.ndjson'), { encoding: 'utf8' });
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      signal?.throwIfAborted();
      number += 1;
      if (line === '') continue;
      const fact = factIn(line);
      if (fact === 'torn') torn += 1;
      else if (typeof fact === 'string') throw malformed(name, `line ${number} of its journal ${fact}`);
      else if (fact.kind === 'captured') captures.push(fact);
      else if (fact.kind === 'erased') erased.add(fact.id);
    }
  } catch (cause) {
    if (cause instanceof CliError || signal?.aborted === true) throw cause;
    throw unreadable(name, cause);
  }
  return { captures, erased, torn };
}

/** Reads a line of the journal; gives what is wrong with it where it cannot be believed. */
function factIn(line: string): JournalFact | string {
  if (line.length > LONGEST_LINE) return 'is too long';
  const match = CHECKSUM.exec(line);
  // The next fact begins on a line of its own, whatever a crash left of the one before.
  if (match === null) return 'torn';
  const text = `${line.slice(0, match.index)}}`;
  if (crc32(text).toString(16).padStart(8, '0') !== match[1]) return 'does not match its checksum';
  const fact = journalFact.safeParse(JSON.parse(text));
  return fact.success ? fact.data : 'is of a kind that this version does not know';
}

/** Reads a body to its end, so that its checksum can be verified, and keeps its beginning. */
async function readBody(
  path: string,
  name: string,
  { id, body: { sha256, bytes } }: Captured,
  keeper: BodyKeeper,
): Promise<MessageBody> {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let size = 0;
  try {
    const stream = openBody(join(path, 'bodies', sha256.slice(0, 2), `${sha256}.body`));
    for await (const chunk of stream) {
      hash.update(chunk);
      if (size < keeper.limit) kept.push(Buffer.from(chunk));
      size += chunk.byteLength;
    }
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') throw malformed(name, `the body of capture ${id} is missing`, cause);
    throw unreadable(name, cause);
  }
  if (size !== bytes || hash.digest('hex') !== sha256) {
    throw malformed(name, `the body of capture ${id} does not match its checksum`);
  }
  return keeper.keep(Buffer.concat(kept), size);
}

/** Reads a body at rest, whether it was compressed or not. */
function openBody(file: string): AsyncIterable<Buffer> {
  const options = { highWaterMark: 256 * 1024 };
  if (existsSync(`${file}.zst`))
    return pipeline(createReadStream(`${file}.zst`, options), createZstdDecompress(), () => {});
  if (existsSync(`${file}.gz`)) return pipeline(createReadStream(`${file}.gz`, options), createGunzip(), () => {});
  return createReadStream(file, options);
}

function malformed(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'archive-malformed',
    message: `Cannot read "${name}" as a capture archive: ${state}.`,
    fix: 'See what idv-replay verify says of it.',
    cause,
  });
}

function unreadable(name: string, cause: unknown): CliError {
  return new CliError({
    code: 'recording-unreadable',
    message: `Cannot read "${name}": ${systemErrorState(cause)}.`,
    fix: 'Name a folder that can be read.',
    cause,
  });
}
