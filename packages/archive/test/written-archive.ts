import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Captured, SendPlan } from '@idvkit/schema/formats';

import { Archive, type CaptureDetails } from '../src/index.ts';

/** What is known of a capture before its body. */
export const details: CaptureDetails = {
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/hook',
  headers: [['content-type', 'application/json']],
  bearer: 'match',
  answer: 204,
};

/** A run that sends the first capture. */
export const plan: SendPlan = {
  mode: 'fresh',
  images: 'keep',
  set: [],
  headers: [],
  targets: ['http://t/'],
  captures: [1],
  times: 1,
  order: 'given',
  seed: 1,
  pace: { kind: 'none' },
  concurrency: 1,
  retrySpacingMs: 0,
  timeoutMs: 1_000,
  expect: '2xx',
};

export async function* streamOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Keeps bodies in a new archive, numbered from 1. */
export async function writeArchive(folder: string, bodies: readonly string[]): Promise<Captured[]> {
  const archive = Archive.create(folder);
  const writer = archive.openWriter();
  const captures: Captured[] = [];
  for (const body of bodies) captures.push(await writer.keep(streamOf(body), details));
  await archive.close();
  return captures;
}

/** Runs SQL on the database of an archive, without what guards it. */
export function changeDatabase(folder: string, sql: string): void {
  const database = new DatabaseSync(join(folder, 'archive.db'));
  database.exec(sql);
  database.close();
}

/** Changes the body of a capture that is small. Its hash stays. */
export function spoilBody(folder: string, id: number, body: string): void {
  changeDatabase(folder, `UPDATE contents SET body = CAST('${body}' AS BLOB) WHERE capture = ${id}`);
}

/** Removes the body of a capture that is small, as no archive does. */
export function loseBody(folder: string, id: number): void {
  changeDatabase(folder, `UPDATE contents SET body = NULL WHERE capture = ${id}`);
}
