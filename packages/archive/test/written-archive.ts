import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Captured } from '@idvkit/schema/formats';

import { Archive, type BodyEncoding } from '../src/index.ts';
import { BodyStore } from '../src/lib/body-store.ts';

/** Keeps bodies in a new archive, numbered from 1. */
export async function writeArchive(
  folder: string,
  bodies: readonly string[],
  { encoding = 'identity' }: { readonly encoding?: BodyEncoding } = {},
): Promise<Captured[]> {
  const { captures } = await writeAll(folder, bodies, encoding);
  return captures;
}

/**
 * Keeps bodies in a new archive and leaves it as a power cut may: all that was synced is `incoming.log`. The journal ends in the
 * middle of its last line, the body of the first capture is empty, and that of the second is gone.
 */
export async function writeArchiveAfterPowerCut(folder: string, bodies: readonly string[]): Promise<Captured[]> {
  const { captures, log } = await writeAll(folder, bodies, 'identity');
  await writeFile(join(folder, 'incoming.log'), log);
  const journal = await readFile(join(folder, 'journal.ndjson'));
  await truncate(join(folder, 'journal.ndjson'), journal.length - 20);
  const store = new BodyStore(join(folder, 'bodies'));
  const [first, second] = captures.map(({ body }) => store.pathOf(body.sha256));
  if (first !== undefined) await truncate(first, 0);
  if (second !== undefined) await rm(second);
  return captures;
}

async function writeAll(
  folder: string,
  bodies: readonly string[],
  encoding: BodyEncoding,
): Promise<{ readonly captures: Captured[]; readonly log: Buffer }> {
  const archive = await Archive.create(folder);
  const writer = await archive.openWriter({ encoding });
  const captures: Captured[] = [];
  for (const body of bodies) {
    const stream = (async function* () {
      yield Buffer.from(body);
    })();
    captures.push(
      await writer.keep(stream, {
        receivedAt: '2026-01-05T03:00:00.000Z',
        method: 'POST',
        path: '/hook',
        headers: [['content-type', 'application/json']],
        bearer: 'match',
        answer: 204,
      }),
    );
  }
  const log = await readFile(join(folder, 'incoming.log'));
  await writer.close();
  await archive.close();
  return { captures, log };
}
