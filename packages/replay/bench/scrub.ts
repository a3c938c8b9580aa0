/**
 * Measures `scrub` on one large delivery next to a plain copy of its bytes, and on 10,000 small ones, with the peak of memory.
 *
 *     node --conditions=@idvkit/source packages/replay/bench/scrub.ts [MB of the delivery, default 100]
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Archive, type CaptureDetails } from '@idvkit/archive';
import { generateSubmission } from '@idvkit/schema/generators';

import { scrubArchive } from '../src/lib/scrub/scrub-archive.ts';
import { scrubBody } from '../src/lib/scrub/scrub-body.ts';
import { ScrubKey } from '../src/lib/scrub/scrub-key.ts';
import { TextScrubber } from '../src/lib/scrub/text-scrubber.ts';
import { largeScreening } from './large-screening.ts';

const megabytes = Number(process.argv[2] ?? '100');
const folder = await mkdtemp(join(process.cwd(), '.bench-scrub-'));
const file = join(folder, 'delivery.json');
const key = ScrubKey.of('5c'.repeat(32));
const DETAILS = {
  receivedAt: '2026-01-05T03:00:00.000Z',
  method: 'POST',
  path: '/',
  headers: [] as [string, string][],
  bearer: 'match',
  answer: 204,
} as const satisfies CaptureDetails;

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

/** Makes different deliveries of 2.5 to 3.5 kB. */
function* smallBodies(count: number): Generator<Buffer> {
  for (let seed = 0, made = 0; made < count; seed += 1) {
    const body = Buffer.from(JSON.stringify(generateSubmission({ seed, aml: 'none', sparse: true })));
    if (body.length < 2_500 || body.length > 3_500) continue;
    made += 1;
    yield body;
  }
}

async function small(count: number): Promise<void> {
  const archive = Archive.create(join(folder, 'small'));
  const writer = archive.openWriter();
  let bytes = 0;
  for (const body of smallBodies(count)) {
    await writer.keep(Readable.from([body]), DETAILS);
    bytes += body.length;
  }
  const cpu = process.cpuUsage();
  await timed(`scrub: ${count} of ${Math.round(bytes / count)} bytes`, bytes, () =>
    scrubArchive({ archive, folder: join(folder, 'small-scrubbed'), key }),
  );
  const { user, system } = process.cpuUsage(cpu);
  process.stdout.write(`${((user + system) / 1_000 / count).toFixed(2)} ms of processor time each\n`);
  await archive.close();
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
  const scrubbing = { scrubber: new TextScrubber(key), keep: [], denied: new Set<string>() };
  await timed('replacing', size, () =>
    scrubBody({ open: () => createReadStream(file, { highWaterMark: 1 << 18 }), codings: [] }, scrubbing),
  );
  const archive = Archive.create(join(folder, 'archive'));
  const writer = archive.openWriter();
  await writer.keep(await source.open(), DETAILS);
  const result = await timed('scrub: all, searched and written', size, () =>
    scrubArchive({ archive, folder: join(folder, 'scrubbed'), key }),
  );
  await archive.close();
  await small(10_000);
  process.stdout.write(
    `${result.searched} originals searched for, ${result.refused.length} captures refused; peak of memory ${Math.round(process.resourceUsage().maxRSS / 1_024)} MiB\n`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
