import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { Archive, type CaptureDetails } from '@idvkit/archive';
import { verifyArchive, type ArchiveFault } from '@idvkit/replay';

/** The outcome of killing captures that erase. */
export interface KilledPrunes {
  readonly kills: number;
  readonly erased: number;
  /** Numbers of captures that are neither there nor erased. */
  readonly lost: readonly number[];
  readonly faults: readonly ArchiveFault[];
  /** Marks of erased captures that are still in a file. */
  readonly left: readonly number[];
}

export interface KillPruneOptions {
  readonly folder: string;
  readonly kills: number;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
}

const KEPT_AT_ONCE = 150;
const MAX_BYTES = 200_000;
const details: CaptureDetails = {
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/',
  headers: [],
  bearer: 'match',
  answer: 204,
};

/**
 * Kills a capture with -9 while it erases what is beyond its limit, over and over, with new captures before each. Looks in the end whether each
 * capture is there or erased, and whether a byte of an erased one is left.
 */
export async function killPrune({ folder, kills, random }: KillPruneOptions): Promise<KilledPrunes> {
  const archive = Archive.create(folder);
  const markOf = new Map<number, number>();
  let made = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const writer = archive.openWriter();
    await Promise.all(
      Array.from({ length: KEPT_AT_ONCE }, async () => {
        const mark = (made += 1);
        const bytes = random() < 0.02 ? 70_000 : 20 + Math.floor(random() * 3_000);
        const { id } = await writer.keep(marked(mark, bytes), details);
        markOf.set(id, mark);
      }),
    );
    await killWhileErasing(folder, random() * 120);
  }
  await archive.prune({ maxBytes: MAX_BYTES }, { now: new Date(details.receivedAt) });
  const erased = new Set(archive.erasures().map(({ id }) => id));
  const held = new Set(archive.captures().map(({ id }) => id));
  const { faults } = await verifyArchive(archive);
  await archive.close();
  const marks = await marksIn(folder);
  return {
    kills,
    erased: erased.size,
    lost: [...markOf.keys()].filter((id) => !held.has(id) && !erased.has(id)),
    faults,
    left: [...markOf].filter(([id, mark]) => erased.has(id) && marks.has(mark)).map(([id]) => id),
  };
}

async function* marked(mark: number, bytes: number): AsyncGenerator<Uint8Array> {
  const text = `<mark${mark}>`;
  yield Buffer.from(text.repeat(Math.ceil(bytes / text.length)));
}

async function killWhileErasing(folder: string, afterMs: number): Promise<void> {
  const script = fileURLToPath(new URL('capturing-process.ts', import.meta.url));
  const argv = ['--conditions=@idvkit/source', script, folder, String(MAX_BYTES)];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  // Its address: it captures, and erases what is too much.
  await once(createInterface({ input: child.stdout }), 'line');
  await pause(afterMs);
  child.kill('SIGKILL');
  await exited;
}

async function marksIn(folder: string): Promise<ReadonlySet<number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Set<number>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const text = await readFile(join(entry.parentPath, entry.name), 'latin1');
    for (const [, mark] of text.matchAll(/<mark(\d+)>/g)) found.add(Number(mark));
  }
  return found;
}
