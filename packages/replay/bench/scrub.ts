/**
 * Measures `scrub` on one large delivery beside a plain copy of its bytes: each step alone, then all of it, with the peak of memory.
 *
 *     node --conditions=@idvkit/source packages/replay/bench/scrub.ts [MB of the delivery, default 100]
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';

import { scrubArchive } from '../src/lib/scrub/scrub-archive.ts';
import { openScrubbable } from '../src/lib/scrub/scrub-body.ts';
import { ScrubKey } from '../src/lib/scrub/scrub-key.ts';
import { largeScreening } from './large-screening.ts';

const megabytes = Number(process.argv[2] ?? '100');
const folder = await mkdtemp(join(process.cwd(), '.bench-scrub-'));
const file = join(folder, 'delivery.json');
const key = ScrubKey.of('5c'.repeat(32));

async function timed<Result>(what: string, bytes: number, act: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const result = await act();
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const rate = (bytes / 1e6 / seconds).toFixed(1);
  process.stdout.write(
    `${what.padEnd(34)} ${rate.padStart(7)} MB/s   ${seconds.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of processor time\n`,
  );
  return result;
}

try {
  const out = createWriteStream(file);
  for (const part of largeScreening(megabytes * 1e6)) if (!out.write(part)) await once(out, 'drain');
  out.end();
  await once(out, 'close');
  const { size } = await stat(file);
  const source = { open: async () => createReadStream(file, { highWaterMark: 1 << 18 }) as AsyncIterable<Uint8Array> };

  await timed('plain copy, hashed and synced', size, async () => {
    const target = await open(join(folder, 'copy'), 'w');
    const hash = createHash('sha256');
    for await (const part of await source.open()) {
      hash.update(part);
      await target.write(part);
    }
    await target.sync();
    await target.close();
  });
  const body = await timed('first reading', size, () => openScrubbable(source, { key }));
  await timed('replacing', size, async () => {
    for await (const _ of body.scrubbed());
  });
  const archive = Archive.create(join(folder, 'archive'));
  const writer = archive.openWriter();
  await writer.keep(await source.open(), {
    receivedAt: '2026-01-05T03:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [],
    bearer: 'match',
    answer: 204,
  });
  const result = await timed('scrub: all, searched and written', size, () =>
    scrubArchive({ archive, folder: join(folder, 'scrubbed'), key }),
  );
  await archive.close();
  process.stdout.write(
    `${result.searched} originals searched for, ${result.leaks.length} found; peak of memory ${Math.round(process.resourceUsage().maxRSS / 1_024)} MiB\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
