import { open, readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import { messageBody, type MessageBody } from '../observe/message-body.ts';
import { readCaptures } from './read-captures.ts';
import { readHar } from './read-har.ts';
import { recordingOfBodies, unknownBody } from './recording-of-bodies.ts';
import type { Recording, RecordingOptions } from './recording.ts';

const BODY_BYTES = 16 * 2 ** 20;
const BEGINNING_BYTES = 64 * 2 ** 10;

type Place = { readonly path: string; readonly name: string };

/** Reads one HTTP archive, one folder of captures, or any number of JSON bodies. @throws {CliError} */
export async function readRecordings(
  names: readonly string[],
  options: RecordingOptions & { readonly cwd?: string | undefined } = {},
  signal?: AbortSignal,
): Promise<Recording> {
  const places = names.map((name) => ({ name, path: resolve(options.cwd ?? '.', name) }));
  const kinds = [];
  for (const place of places) kinds.push(await kindOf(place));
  const [first] = places;
  if (first !== undefined && places.length === 1 && kinds[0] !== 'body') {
    return kinds[0] === 'captures' ? readCaptures(first, options, signal) : readHar(first, options, signal);
  }
  if (kinds.some((kind) => kind !== 'body')) {
    throw new CliError({
      code: 'recordings-mixed',
      message: 'Cannot check these together: archives and capture folders are checked one at a time.',
      fix: 'Give one archive, one folder, or only bodies.',
    });
  }
  const bodies: (readonly [string, MessageBody])[] = [];
  for (const place of places) bodies.push([place.name, await readBody(place)]);
  return recordingOfBodies(bodies, options);
}

async function kindOf({ path, name }: Place): Promise<'captures' | 'har' | 'body'> {
  const found = await stat(path).catch(unreadable(name));
  if (found.isDirectory()) return 'captures';
  if (/\.har$/i.test(name)) return 'har';
  const beginning = await readStart(path, BEGINNING_BYTES).catch(unreadable(name));
  return /^\uFEFF?\s*\{\s*"log"\s*:/.test(beginning.toString('utf8')) ? 'har' : 'body';
}

async function readBody({ path, name }: Place): Promise<MessageBody> {
  const { size } = await stat(path).catch(unreadable(name));
  if (size > BODY_BYTES) throw unknownBody(name, `it has ${size} bytes, and a body of at most ${BODY_BYTES} is read`);
  const bytes = await readFile(path).catch(unreadable(name));
  const body = messageBody(new Uint8Array(bytes));
  if (body.json === undefined) throw unknownBody(name, `it is not JSON${whereNot(bytes)}`);
  return body;
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
