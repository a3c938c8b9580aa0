/**
 * Compares the scanner with what one would otherwise use, on the same job: count hits, aliases, sources and snippets, and say
 * how long the hits are. Payloads come from a seed; everybody runs as a process of its own, from a file, in turns; all have to
 * find the same. Absolute figures differ from machine to machine, ratios less so.
 *
 *     pnpm --filter @idvkit/analyzer bench [megabytes] [rounds] [profile…]
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { contestants, type Contestant } from './contestants.ts';
import type { Counts } from './contestants/counts.ts';
import { payload, PROFILES, type Profile } from './payload.ts';

const [megabytes = 100, rounds = 3] = process.argv.slice(2, 4).map(Number);
const profiles = (Object.keys(PROFILES) as Profile[]).filter(
  (name) => process.argv.length < 5 || process.argv.includes(name),
);

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number | undefined;
  readonly peakMegabytes: number | undefined;
  readonly counts: Counts;
}

function run({ command, before, after = [] }: Contestant, file: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, [...before, file, ...after], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - started) / 1_000;
      if (code === 0)
        resolve({ seconds, cpuSeconds: undefined, peakMegabytes: undefined, ...(JSON.parse(text) as object) } as Run);
      else reject(new Error(`${command} ended with ${code}`));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function* blocks(profile: Profile): Generator<string> {
  let block: string[] = [];
  for (const text of payload(profile, { bytes: megabytes * 1e6, seed: 1 })) {
    block.push(text);
    if (block.length < 100) continue;
    yield block.join('');
    block = [];
  }
  yield block.join('');
}

/** Who disagrees with whom, in what both have found out. */
function disagreement(runs: ReadonlyMap<string, readonly Run[]>): string | undefined {
  for (const name of ['hits', 'aliases', 'sources', 'snippets', 'bytes', 'largest'] as const) {
    const told = [...runs].flatMap(([who, [first]]) => (first?.counts[name] ? [`${first.counts[name]} (${who})`] : []));
    if (new Set(told.map((each) => each.split(' ')[0])).size > 1) return `${name}: ${told.join(', ')}`;
  }
  return undefined;
}

const folder = await mkdtemp(join(tmpdir(), 'idvkit-bench-'));
try {
  const all = contestants(folder, (line) => process.stdout.write(`${line}\n`));
  const taking = all.filter(({ maxMegabytes }) => megabytes <= maxMegabytes);
  const left = all.filter((each) => !taking.includes(each)).map(({ name }) => name);
  if (left.length > 0)
    process.stdout.write(`left out, since ${megabytes} MB are too much for them: ${left.join(', ')}\n`);
  process.stdout.write(
    `${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds}\n`,
  );
  for (const profile of profiles) {
    const file = join(folder, `${profile}.json`);
    await pipeline(Readable.from(blocks(profile)), createWriteStream(file));
    const runs = new Map<string, Run[]>(taking.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const contestant of taking) runs.get(contestant.name)?.push(await run(contestant, file));
    }
    const differing = disagreement(runs);
    if (differing !== undefined) throw new Error(`They do not agree on ${differing}`);
    print(profile, runs);
    await rm(file);
  }
} finally {
  await rm(folder, { recursive: true });
}

function print(profile: Profile, runs: ReadonlyMap<string, readonly Run[]>): void {
  const ours = median(runs.get('idvkit, one thread')?.map(({ seconds }) => seconds) ?? []);
  process.stdout.write(`\n${profile}: ${PROFILES[profile]}, ${megabytes} MB\n`);
  process.stdout.write(`${''.padEnd(32)}    MB/s   idvkit is   CPU s   peak MB\n`);
  for (const [name, each] of runs) {
    const seconds = median(each.map((one) => one.seconds));
    const cpu = median(each.flatMap(({ cpuSeconds }) => cpuSeconds ?? []));
    const peak = Math.max(...each.flatMap(({ peakMegabytes }) => peakMegabytes ?? []));
    const figures = [
      (megabytes / seconds).toFixed(0).padStart(8),
      `${(seconds / ours).toFixed(2).padStart(9)} ×`,
      (Number.isNaN(cpu) ? '' : cpu.toFixed(2)).padStart(7),
      (Number.isFinite(peak) ? peak.toFixed(0) : '').padStart(9),
    ];
    process.stdout.write(`${name.padEnd(32)}${figures.join(' ')}\n`);
  }
}
