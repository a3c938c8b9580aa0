/**
 * Says what the changes since the last release break for those who use the packages, and fails where a changeset of the right level is
 * missing. `--write` takes what there is for what was released: run it when a release is made.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compareSurfaces } from './api/compare-surfaces.ts';
import { announcedLevels, missingChangesets } from './api/missing-changesets.ts';
import { readSurface, type Surface } from './api/surface.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const snapshot = join(root, 'tools/api/released.json');
const surface = await readSurface(root).catch((error: unknown): never => {
  process.stderr.write(`Cannot read what the packages export: ${String(error)}\nRun pnpm run build.\n`);
  process.exit(2);
});

if (process.argv.includes('--write')) {
  writeFileSync(snapshot, `${JSON.stringify(surface, undefined, 1)}\n`);
} else {
  const changes = compareSurfaces(JSON.parse(readFileSync(snapshot, 'utf8')) as Surface, surface); // As it was written.
  for (const { verdict, message } of changes) process.stdout.write(`${verdict.padEnd(8)}  ${message}\n`);
  const manifests = readdirSync(join(root, 'packages')).map(
    (name) =>
      JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      },
  );
  const changesets = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'));
  const missing = missingChangesets(
    changes,
    new Map(manifests.map(({ name, version }) => [name, version])),
    announcedLevels(changesets.map((name) => readFileSync(join(root, '.changeset', name), 'utf8'))),
  );
  const broken = changes.filter(({ verdict }) => verdict === 'breaking').length;
  process.stdout.write(`${changes.length} changes since the last release, ${broken} of them breaking\n`);
  for (const { package: name, wanted, announced = 'none' } of missing) {
    process.stderr.write(
      `${name}: its changes want a changeset of level ${wanted}; the greatest is ${announced}. Run pnpm exec changeset.\n`,
    );
  }
  if (missing.length > 0) process.exitCode = 1;
}
