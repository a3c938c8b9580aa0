/** Scrubs generated deliveries with planted canaries and looks for each: `node scripts/prove-scrub.ts [deliveries]`. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SEED } from '../../../tools/testing/sample.ts';
import { ScrubKey } from '../src/lib/scrub/scrub-key.ts';
import { proveScrub } from '../test/scrub/prove-scrub.ts';

const count = Number(process.argv[2] ?? 10_000);
const started = performance.now();
const folder = await mkdtemp(join(tmpdir(), 'idvkit-scrub-'));
try {
  const { captures, refused, canaries, bytes, leaks, invalid } = await proveScrub({
    folder,
    count,
    seed: SEED,
    key: ScrubKey.of(createHash('sha256').update(String(SEED)).digest('hex')),
  });
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(
    `${captures} deliveries, ${refused} left out, ${bytes} bytes, ${canaries} planted values: ${leaks} found, ${invalid} deliveries not valid; ` +
      `captured, scrubbed and searched in ${seconds.toFixed(1)} s\n`,
  );
  process.exitCode = captures === count && leaks === 0 && invalid === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
