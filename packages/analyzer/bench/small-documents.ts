/**
 * Measures the processor time of small documents in a corpus: lines of deliveries from the schema's generators, in the command and
 * in JSON.parse. It reads a short and a long file and divides the difference, so that the start of a process does not count. Each
 * figure is the least of its rounds, which other work on the machine disturbs least.
 *
 *     pnpm --filter @idvkit/analyzer run bench:small [rounds]
 *
 * Three rounds, the default, take about two minutes.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deliveryLines, type Size } from './deliveries.ts';
import { runProcess } from './run-process.ts';

const SHORT_BYTES = 4e6;
const LONG_BYTES = 24e6;
const CONTESTANTS = {
  'JSON.parse': ['contestants/json-parse-lines.ts'],
  'idv-analyze, 1 thread': ['../bin/idv-analyze.js', '--json', '--workers', '1'],
  'idv-analyze, 2 threads': ['../bin/idv-analyze.js', '--json', '--workers', '2'],
} as const;

const rounds = Number(process.argv[2] ?? 3);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const folder = mkdtempSync(join(tmpdir(), 'idvkit-bench-'));

interface File {
  readonly path: string;
  readonly bytes: number;
  readonly documents: number;
}

function writeLines(name: string, lines: readonly string[], bytes: number): File {
  const path = join(folder, `${name}.ndjson`);
  const all: string[] = [];
  for (let written = 0; written < bytes; written += Buffer.byteLength(all.at(-1) ?? '') + 1) {
    // Each delivery has its own number, as in a real corpus.
    const line = lines[all.length % lines.length] ?? '';
    all.push(line.replace('"nounce":"', `"nounce":"${all.length}-`));
  }
  writeFileSync(path, `${all.join('\n')}\n`);
  return { path, bytes: statSync(path).size, documents: all.length };
}

async function leastCpu(args: readonly string[], file: File): Promise<{ readonly cpu: number; readonly peak: number }> {
  const [script = '', ...options] = args;
  let [cpu, peak] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < rounds; round += 1) {
    const path = fileURLToPath(new URL(script, import.meta.url));
    const run = await runProcess(process.execPath, [path, file.path, ...options]);
    cpu = Math.min(cpu, run.cpuSeconds ?? run.seconds);
    peak = Math.max(peak, run.peakMegabytes ?? 0);
  }
  return { cpu, peak };
}

try {
  print(
    `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
  );
  print('| deliveries | contestant | CPU of each, ms | MB/s of CPU | peak memory |');
  print('| --- | --- | --- | --- | --- |');
  const lines = deliveryLines();
  for (const size of ['2 kB', '6 kB', '20 kB'] satisfies Size[]) {
    const short = writeLines(`short-${size}`, lines[size], SHORT_BYTES);
    const long = writeLines(`long-${size}`, lines[size], LONG_BYTES);
    for (const [name, args] of Object.entries(CONTESTANTS)) {
      const [few, many] = [await leastCpu(args, short), await leastCpu(args, long)];
      const cpu = many.cpu - few.cpu;
      const each = (cpu / (long.documents - short.documents)) * 1_000;
      const rate = (long.bytes - short.bytes) / cpu / 1e6;
      print(`| ${size} | ${name} | ${each.toFixed(3)} | ${rate.toFixed(1)} | ${many.peak.toFixed(0)} MB |`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
