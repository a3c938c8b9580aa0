/**
 * Takes bodies of 1 byte to 4 GiB through the commands, each a process of its own, and prints whether the bytes came back and the peak
 * of memory. Needs 5 GB of disk and Linux.
 *
 *     node packages/replay/scripts/prove-sizes.ts [bytes of the largest, default 4294967296]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { proveSize } from '../test/sizes/prove-size.ts';
import { sizedBody } from '../test/sizes/sized-body.ts';

const MAX_MIB = 200;
const largest = Number(process.argv[2] ?? 2 ** 32);
const sizes = [1, 100, 3_000, 65_536, 65_537, 2 ** 20, 60_000_000, 2 ** 30, 2 ** 32].filter((size) => size < largest);
const bin = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));

for (const bytes of [...sizes, largest]) {
  const folder = await mkdtemp(join(process.cwd(), '.prove-sizes-'));
  try {
    for await (const proof of proveSize(sizedBody(bytes), { command: [bin], folder: join(folder, 'archive') })) {
      const isRight = proof.isSame && proof.isInOrder && proof.peakMiB < MAX_MIB;
      if (!isRight) process.exitCode = 1;
      const columns = [
        isRight ? 'ok  ' : 'FAIL',
        String(bytes).padStart(10),
        proof.command.padEnd(13),
        proof.isSame ? 'same bytes ' : 'OTHER BYTES',
        `peak ${proof.peakMiB.toFixed(0).padStart(4)} MiB`,
        `${proof.seconds.toFixed(1)} s`,
      ];
      process.stdout.write(`${columns.join('  ')}\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
