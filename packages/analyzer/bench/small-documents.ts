/**
 * Measures the processor time of small documents in a corpus: lines of deliveries from the schema's generators, in the command and
 * in JSON.parse. It reads files of three lengths and divides the differences, so that the start of a process does not
 * count: while code is still compiled, and after. Each figure is the least of its rounds, which other work disturbs least.
 * Last comes the memory of 1,000,000 documents of 1 kB, each of another submission.
 *
 *     pnpm --filter @idvkit/analyzer run bench:small [rounds]
 *
 * Three rounds, the default, take about five minutes.
 */
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deliveryLines, type Size } from './deliveries.ts';
import { runProcess } from './run-process.ts';

const BYTES = [4e6, 24e6, 144e6];
const MANY = 1_000_000;
const LINES_AT_ONCE = 10_000;
const CONTESTANTS = {
  'JSON.parse': ['contestants/json-parse-lines.ts'],
  'idvkit analyze, 1 thread': ['../../idvkit/bin/idvkit.js', 'analyze', '--json', '--workers', '1'],
  'idvkit analyze, 2 threads': ['../../idvkit/bin/idvkit.js', 'analyze', '--json', '--workers', '2'],
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

/** Writes many deliveries, each of a submission of its own. */
function writeSubmissions(lines: readonly string[], documents: number): string {
  const path = join(folder, 'submissions.ndjson');
  for (let first = 0; first < documents; first += LINES_AT_ONCE) {
    const some = Array.from({ length: LINES_AT_ONCE }, (_, index) => {
      const at = new Date((1_700_000_000 + first + index) * 1_000).toISOString();
      return (lines[(first + index) % lines.length] ?? '').replace(/"submitted_at":"[^"]*"/, `"submitted_at":"${at}"`);
    });
    appendFileSync(path, `${some.join('\n')}\n`);
  }
  return path;
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
  print('| deliveries | contestant | MB/s of CPU, 4 to 24 MB | 24 to 144 MB | CPU of each then, ms | peak memory |');
  print('| --- | --- | ---: | ---: | ---: | ---: |');
  const lines = deliveryLines();
  for (const size of ['2 kB', '6 kB', '20 kB'] satisfies Size[]) {
    const files = BYTES.map((bytes) => writeLines(`${size}-${bytes}`, lines[size], bytes));
    for (const [name, args] of Object.entries(CONTESTANTS)) {
      const runs: { readonly file: File; readonly cpu: number; readonly peak: number }[] = [];
      for (const file of files) runs.push({ file, ...(await leastCpu(args, file)) });
      const steps = runs.slice(1).map(({ file, cpu }, index) => {
        const before = runs[index];
        const seconds = cpu - (before?.cpu ?? 0);
        return {
          rate: (file.bytes - (before?.file.bytes ?? 0)) / seconds / 1e6,
          each: (seconds / (file.documents - (before?.file.documents ?? 0))) * 1_000,
        };
      });
      const rates = steps.map(({ rate }) => rate.toFixed(1)).join(' | ');
      const peak = Math.max(...runs.map((run) => run.peak));
      print(`| ${size} | ${name} | ${rates} | ${steps.at(-1)?.each.toFixed(3)} | ${peak.toFixed(0)} MB |`);
    }
    for (const { path } of files) rmSync(path);
  }
  const submissions = writeSubmissions(lines['1 kB'], MANY);
  const command = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
  const run = await runProcess(process.execPath, [command, 'analyze', submissions, '--json', '--workers', '1']);
  print(`\n${MANY} documents of 1 kB: ${run.peakMegabytes?.toFixed(0)} MB, ${run.seconds.toFixed(0)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
