/**
 * Kills a capture with -9 at random moments under load, moves its folder away before some of them, and checks that nothing is lost that
 * it acknowledged.
 *
 *     node packages/replay/scripts/crash-capture.ts [kills] [seed]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SEED, seededRandom } from '../../../tools/sample.ts';
import { killCapture } from '../test/crash/kill-capture.ts';

const [kills = '500', seed = String(SEED)] = process.argv.slice(2);

const folder = await mkdtemp(join(tmpdir(), 'idvkit-crash-'));
try {
  const report = await killCapture({
    folder,
    kills: Number(kills),
    senders: 24,
    moves: 0.3,
    random: seededRandom(Number(seed)),
    onKill: (kill, total) => {
      if (kill % 50 === 0) process.stderr.write(`${kill} kills, ${total} acknowledged\n`);
    },
  });
  process.stdout.write(`${JSON.stringify({ seed, ...report })}\n`);
  process.exitCode = report.lost.length + report.faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true });
}
