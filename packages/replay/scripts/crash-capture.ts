/**
 * Kills a capture with -9 at random moments under load, moves its folder away before some of them, and checks that nothing is lost that
 * it acknowledged.
 *
 *     node packages/replay/scripts/crash-capture.ts [kills] [seed]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { killCapture } from '../test/crash/kill-capture.ts';

const [kills = '500', seed = String(Date.now())] = process.argv.slice(2);
let state = Number(seed) >>> 0;
/** Mulberry32: the same seed, the same moments, as far as the machine goes along. */
const random = (): number => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const folder = await mkdtemp(join(tmpdir(), 'idvkit-crash-'));
try {
  const report = await killCapture({
    folder,
    kills: Number(kills),
    senders: 24,
    moves: 0.3,
    random,
    onKill: (kill, total) => {
      if (kill % 50 === 0) process.stderr.write(`${kill} kills, ${total} acknowledged\n`);
    },
  });
  process.stdout.write(`${JSON.stringify({ seed, ...report }, undefined, 2)}\n`);
  process.exitCode = report.lost.length + report.faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
