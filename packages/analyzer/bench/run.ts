/**
 * Compares us with what one would otherwise use, on the same job: count hits, aliases, sources and snippets, and say how long
 * the hits are. Payloads come from a seed; everybody runs as a process of its own, from a file, in turns; all have to find
 * the same. Absolute figures differ from machine to machine, ratios less so.
 *
 *     SIMDJSON_DIR=… pnpm --filter @idvkit/analyzer bench [scale] [all]
 *
 * The scale is what all sizes are multiplied with: 0.1 gives an idea in a minute; 1, the default, takes ten minutes and
 * 3 GB of disk and memory. `all` adds everybody else, the scan by itself, and 10 GB: an hour. SIMDJSON_DIR names the source tree of simdjson
 * 4.6 or newer, which g++ compiles.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { contestants } from './contestants.ts';
import { HEATS, MORE_HEATS, runHeat, type HeatResult } from './heats.ts';
import { heatTable, targetTable } from './tables.ts';
import { targetsOf } from './targets.ts';

const scale = Number(process.argv[2] ?? 1);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const load = (): string => (loadavg()[0] ?? 0).toFixed(1);

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
mkdirSync(dist, { recursive: true });
const build = mkdtempSync(join(dist, 'bench-'));
const folder = mkdtempSync(join(tmpdir(), 'idvkit-bench-'));
const clear = (): void => {
  rmSync(build, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
};
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, () => {
    clear();
    process.exit(code);
  });
}
const started = performance.now();
try {
  const taking = contestants(build, print);
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB of memory`;
  print(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} processors, ${memory}, Node ${process.version}`,
  );
  print(
    `load at the start ${load()}; figures are the least of all runs, times are in those of the command, or of the scan\n`,
  );
  const results: HeatResult[] = [];
  for (const heat of process.argv[3] === 'all' ? [...HEATS, ...MORE_HEATS] : HEATS) {
    const result = await runHeat({ ...heat, megabytes: heat.megabytes * scale }, { folder, contestants: taking });
    results.push(result);
    print(`${heatTable(result)}\n`);
  }
  print(targetTable(targetsOf(results, scale)));
  const minutes = (performance.now() - started) / 60_000;
  print(`\n${minutes.toFixed(1)} minutes, load at the end ${load()}`);
} finally {
  clear();
}
