/**
 * Captures onto a disk of a few megabytes until it is full, makes room, and checks that nothing is lost that was acknowledged. Mounts a
 * tmpfs, so it needs root and Linux.
 *
 *     node packages/replay/scripts/full-disk.ts
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { fillDisk } from '../test/crash/full-disk.ts';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));

for (const bodyBytes of [3_000, 300_000]) {
  const disk = await mkdtemp(join(tmpdir(), 'idvkit-full-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  try {
    const ballast = join(disk, 'ballast');
    await writeFile(ballast, Buffer.alloc(4 * 2 ** 20));
    const report = await fillDisk({
      folder: join(disk, 'archive'),
      command: [process.execPath, bin],
      bodyBytes,
      makeRoom: () => rm(ballast),
    });
    process.stdout.write(`${JSON.stringify({ bodyBytes, ...report })}\n`);
    if (report.lost + report.faults.length > 0 || report.acknowledgedAfterwards === 0) process.exitCode = 1;
  } finally {
    await run('umount', [disk]);
    await rm(disk, { recursive: true });
  }
}
