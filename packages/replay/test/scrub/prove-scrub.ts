import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { Archive, type ArchiveWriter } from '@idvkit/archive';
import { submitFormDelivery } from '@idvkit/schema';

import { scrubArchive } from '../../src/lib/scrub/scrub-archive.ts';
import type { ScrubKey } from '../../src/lib/scrub/scrub-key.ts';
import { canariesIn, canaryDelivery, type CanaryDelivery } from './canary-deliveries.ts';

/** What came of scrubbing deliveries with canaries in them. */
export interface ScrubProof {
  readonly captures: number;
  /** Captures that the scrubber left out, as it found an original in what it had made. */
  readonly refused: number;
  readonly canaries: number;
  readonly bytes: number;
  /** Canaries that were found in the copy. */
  readonly leaks: number;
  /** Scrubbed deliveries that are not valid. */
  readonly invalid: number;
}

/** Deliveries that are scrubbed. */
interface Scrubbing {
  readonly folder: string;
  readonly count: number;
  /** Seed of the first delivery. */
  readonly seed: number;
  readonly key: ScrubKey;
}

/** Captures deliveries with canaries, scrubs the archive, and looks for every canary with a search of its own. */
export async function proveScrub({ folder, count, seed: first, key }: Scrubbing): Promise<ScrubProof> {
  const archive = Archive.create(join(folder, 'original'));
  const writer = archive.openWriter();
  const kept: Promise<unknown>[] = [];
  for (let seed = first; seed < first + count; seed += 1) {
    kept.push(keepCanaries(archive, writer, seed));
    if (kept.length >= 32) await Promise.all(kept.splice(0));
  }
  await Promise.all(kept);
  const result = await scrubArchive({ archive, folder: join(folder, 'scrubbed'), key });
  await archive.close();
  if (result.refused.length > 0) {
    // Every value is generated: what was found may be printed.
    process.stderr.write(`${JSON.stringify(result.refused, undefined, 1)}\n`);
  }

  const { canaries, leaks, invalid } = await checkScrubbed({ folder, count, seed: first });
  const refused = result.refused.length;
  return { captures: result.captures, refused, canaries, bytes: result.bytes, leaks, invalid };
}

/** Looks for the canaries of each capture in its body, and in all else that the copy says of it. */
async function checkScrubbed({
  folder,
  count,
  seed: first,
}: Omit<Scrubbing, 'key'>): Promise<Pick<ScrubProof, 'canaries' | 'leaks' | 'invalid'>> {
  const archive = Archive.open(join(folder, 'original'));
  const copy = Archive.open(join(folder, 'scrubbed'));
  const seeds = new Map<string, number>();
  for (let seed = first; seed < first + count; seed += 1) seeds.set(canaryDelivery(seed).path, seed);
  const originals = new Map(archive.captures().map((captured) => [captured.id, captured.path]));
  const deliveryOf = (id: number): CanaryDelivery => canaryDelivery(seeds.get(originals.get(id) ?? '') ?? 0);
  let [canaries, leaks, invalid] = [0, 0, 0];
  for (const { captured, tags } of copy.list()) {
    const delivery = deliveryOf(captured.id);
    canaries += delivery.canaries.length;
    const body = await buffer(copy.openBody(captured));
    const rest = Buffer.from(JSON.stringify([captured, tags, copy.attemptsOf(captured.id)]));
    leaks += canariesIn(body, delivery.canaries).length + canariesIn(rest, delivery.canaries).length;
    if (delivery.isJson && !submitFormDelivery.safeParse(JSON.parse(body.toString('utf8'))).success) invalid += 1;
  }
  await copy.close();
  await archive.close();
  return { canaries, leaks, invalid };
}

async function keepCanaries(archive: Archive, writer: ArchiveWriter, seed: number): Promise<void> {
  const { body, path, headers, tags } = canaryDelivery(seed);
  const details = { method: 'POST', path, headers, bearer: 'match', answer: 204 } as const;
  const { id } = await writer.keep(Readable.from([body]), { receivedAt: '2026-01-05T03:00:00.000Z', ...details });
  const at = '2026-01-05T03:00:01.000Z';
  const [, , , slug = ''] = path.split(/[/?]/);
  await archive.tag([id], { add: tags });
  const attempt = { run: 'r', at, number: 1, outcome: { failure: `refused ${slug}` } };
  await archive.addAttempt({ capture: id, target: `http://127.0.0.1:1/hook/${slug}`, ...attempt });
}
