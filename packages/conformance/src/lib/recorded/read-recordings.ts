import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';
import { parseJson } from '@idvkit/json';

import { targetAddress } from '../drive/calls/run-settings.ts';
import { messageBody, type MessageBody } from '../observe/message-body.ts';
import type { Delivery } from '../observe/observation.ts';
import type { RecordedCall } from './har-entry.ts';
import { Intake } from './intake.ts';
import { recordingOfTraffic, type RecognisedTrafficCall } from './observed-traffic.ts';
import { readHar, serviceOf } from './read-har.ts';
import { recordingOfBodies, unknownBody } from './recording-of-bodies.ts';
import type { Recording, RecordingFile, RecordingOptions } from './recording.ts';

const BODY_BYTES = 16 * 2 ** 20;
const BEGINNING_BYTES = 64 * 2 ** 10;

/** Reads HTTP archives and folders of captures, or JSON bodies: any number of either. @throws {CliError} */
export async function readRecordings(
  names: readonly string[],
  options: RecordingOptions & { readonly cwd?: string | undefined } = {},
  signal?: AbortSignal,
): Promise<Recording> {
  const files = names.map((name, index) => ({
    name,
    path: resolve(options.cwd ?? '.', name),
    idPrefix: names.length === 1 ? '' : `${index + 1}.`,
  }));
  const twice = files.find(({ path }, index) => files.findIndex((other) => other.path === path) < index);
  if (twice !== undefined) throw mixed(`"${twice.name}" is given twice`, 'Give each file once.');
  const kinds: Kind[] = [];
  for (const file of files) kinds.push(await kindOf(file));
  const intake = new Intake();
  const { stopped, ...recording } = kinds.includes('body')
    ? await readBodies(files, { kinds, options })
    : await readTraffic(files, { kinds, intake, options }, signal);
  const why = intake.stopped ?? stopped;
  return { ...recording, ...(why === undefined ? {} : { stopped: why }) };
}

type Kind = 'captures' | 'har' | 'body';

interface Reading {
  readonly kinds: readonly Kind[];
  readonly intake: Intake;
  readonly options: RecordingOptions;
}

async function readTraffic(
  files: readonly RecordingFile[],
  { kinds, intake, options }: Reading,
  signal: AbortSignal | undefined,
): Promise<Recording> {
  const baseUrl = options.baseUrl === undefined ? undefined : targetAddress(options.baseUrl);
  const calls: RecognisedTrafficCall[] = [];
  const deliveries: RecordedCall[] = [];
  const captured: Delivery[] = [];
  const notes: string[] = [];
  for (const [index, file] of files.entries()) {
    const named = (note: string): string => (files.length === 1 ? note : `${file.name}: ${note}`);
    if (kinds[index] === 'captures') {
      // It loads SQLite, which the lowest Node of the matcher warns about.
      const { readCaptures } = await import('./read-captures.ts');
      const read = await readCaptures(file, intake, signal);
      captured.push(...read.captured);
      notes.push(...read.notes.map(named));
    } else {
      const read = await readHar(file, { baseUrl, intake }, signal);
      notes.push(...read.notes.map(named));
      calls.push(...read.calls);
      deliveries.push(...read.deliveries);
    }
  }
  const service = baseUrl ?? serviceOf(calls);
  return { ...recordingOfTraffic({ calls, deliveries, captured, service }, { ...options, baseUrl }), notes };
}

async function readBodies(
  files: readonly RecordingFile[],
  { kinds, options }: Omit<Reading, 'intake'>,
): Promise<Recording> {
  if (kinds.some((kind) => kind !== 'body')) {
    throw mixed('bodies are checked apart from traffic', 'Give only bodies, or only archives and capture folders.');
  }
  const bodies: (readonly [string, MessageBody])[] = [];
  for (const file of files) bodies.push([file.name, await readBody(file)]);
  return recordingOfBodies(bodies, options);
}

function mixed(state: string, fix: string): CliError {
  return new CliError({ code: 'recordings-mixed', message: `Cannot check these together: ${state}.`, fix });
}

async function kindOf({ path, name }: RecordingFile): Promise<Kind> {
  const found = await stat(path).catch(unreadable(name));
  if (found.isDirectory()) return 'captures';
  if (/\.har$/i.test(name)) return 'har';
  const beginning = await readStart(path, BEGINNING_BYTES).catch(unreadable(name));
  return /^\uFEFF?\s*\{\s*"log"\s*:/.test(beginning.toString('utf8')) ? 'har' : 'body';
}

async function readBody({ path, name }: RecordingFile): Promise<MessageBody> {
  const { size } = await stat(path).catch(unreadable(name));
  const bytes = await readStart(path, Math.min(size, BODY_BYTES)).catch(unreadable(name));
  if (hasLines(bytes)) {
    throw unknownBody(
      name,
      'it has a body on each line',
      'Import it with idvkit archive import, and check the archive.',
    );
  }
  if (size > BODY_BYTES) throw unknownBody(name, `it has ${size} bytes, and a body of at most ${BODY_BYTES} is read`);
  const body = messageBody(new Uint8Array(bytes));
  if (body.json === undefined) throw unknownBody(name, `it is not JSON${whereNot(bytes)}`);
  return body;
}

/** Checks whether a line is a JSON document, and the next begins another. */
function hasLines(bytes: Buffer): boolean {
  const end = bytes.indexOf('\n');
  return bytes.subarray(end + 1, end + 2).toString() === '{' && end > 0 && parseJson(bytes.subarray(0, end)).ok;
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the position of a JSON error, if the engine states it. */
function whereNot(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const place = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    if (place === undefined) return '';
    const before = text.slice(0, Number(place));
    return ` (line ${before.split('\n').length}, byte ${Buffer.byteLength(before) + 1})`;
  }
}

function unreadable(name: string): (cause: unknown) => never {
  return (cause) => {
    throw new CliError({
      code: 'recording-unreadable',
      message: `Cannot read "${name}": ${systemErrorState(cause)}.`,
      fix: 'Name a file or a folder that can be read.',
      cause,
    });
  };
}
