/**
 * Proves that killed workers, restarted servers, full disks, lost parts, and plans that are sent twice in another order do not change
 * the corpus. Each seed is a round with one server; the seed decides all of it, as far as the machine goes along.
 *
 *     node scripts/prove-kills.ts [--seeds 60] [--seed 1]
 *
 * It needs redis-server and PostgreSQL, and root for full disks.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { createTestIo } from '@idvkit/cli-kit/testing';
import type { AnalysisTask } from '@idvkit/schema/formats';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';

import { SEED } from '../../../tools/testing/sample.ts';
import { createDraw, type Draw } from '../bench/draw.ts';
import { openQueue } from '../src/lib/queue/open-queue.ts';
import { main } from '../test/command-line.ts';
import { killWorkers } from '../test/parts/kill-workers.ts';
import { startQueueServers, type QueueServer } from '../test/parts/start-queue-servers.ts';

const INPUTS = 16;
/** Of ten rounds of a server, the one that restarts it, and the one that fills the disk. */
const RESTART_TURN = 0;
const FULL_DISK_TURN = 5;
const WORKERS = 2;
const MAX_KILLS = 12;
const MAX_WITHHELD = 4;
const DISK_BYTES = 2 ** 20;

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '60' }, seed: { type: 'string', default: String(SEED) } },
});
const [seeds, firstSeed] = [Number(values.seeds), Number(values.seed)];
const cwd = mkdtempSync(join(tmpdir(), 'idvkit-prove-kills-'));
const total = { kills: 0, restarts: 0, fullDisks: 0, withheld: 0 };

async function analyze(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

async function writePlan(): Promise<readonly AnalysisTask[]> {
  mkdirSync(join(cwd, 'in'));
  for (const [index, delivery] of fc.sample(arbitraries.delivery(), { numRuns: INPUTS, seed: 11 }).entries())
    writeFileSync(join(cwd, `in/d${index}.json`), JSON.stringify(delivery));
  await analyze('plan', 'in', '--out', 'plan.ndjson', '--task-bytes', '1');
  const lines = readFileSync(join(cwd, 'plan.ndjson'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as AnalysisTask);
}

function shuffled<Item>(items: readonly Item[], { random }: Draw): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

/** Gives workers a folder on a disk that is full but for some kilobytes. @returns What makes room. */
function fillDisk(parts: string, draw: Draw): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', parts]);
  writeFileSync(join(parts, 'ballast'), Buffer.alloc(DISK_BYTES - 4_096 * (1 + draw.below(16))));
  return () => rmSync(join(parts, 'ballast'), { force: true });
}

async function restartSometime(server: QueueServer, draw: Draw): Promise<void> {
  await setTimeout(300 + draw.below(1_000));
  await server.restart();
  total.restarts += 1;
}

/** Withholds parts by chance, and compares what `collect` names with what is not there. */
async function withhold(tasks: readonly AnalysisTask[], parts: string, draw: Draw) {
  const withheld = shuffled(tasks, draw).slice(0, draw.below(MAX_WITHHELD + 1));
  for (const { id } of withheld) rmSync(join(parts, `${id}.json`), { force: true });
  total.withheld += withheld.length;
  const missing = tasks.filter(({ id }) => !existsSync(join(parts, `${id}.json`))).map(({ id }) => id);
  const { code, stderr } = await analyze('collect', 'plan.ndjson', '--parts', parts);
  const named = stderr.split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line));
  if (code !== (missing.length > 0 ? 3 : 0) || named.join() !== missing.join())
    throw new Error(`collect ends with ${code} and names ${named.length} of ${missing.length} tasks`);
}

async function proveRound(
  seed: number,
  { server, tasks, expected }: { server: QueueServer; tasks: readonly AnalysisTask[]; expected: string },
): Promise<void> {
  const draw = createDraw(seed);
  const name = `idvkit_prove_${seed}`;
  const parts = join(cwd, name);
  mkdirSync(parts);
  const turn = Math.floor(seed / servers.length) % 10;
  const isFull = turn === FULL_DISK_TURN && userInfo().uid === 0;
  const makeRoom = isFull ? fillDisk(parts, draw) : undefined;
  const send = async (sent: readonly AnalysisTask[]): Promise<void> => {
    const queue = await openQueue(server.url, { namespace: name });
    await queue.send(sent);
    await queue.close();
  };
  await send(shuffled([...tasks, ...tasks], draw));
  const options = { cwd, url: server.url, name, parts, workers: WORKERS, random: draw.random };
  const onFullDisk = (): void => {
    if (existsSync(join(parts, 'ballast'))) total.fullDisks += 1;
    makeRoom?.();
  };
  const [kills] = await Promise.all([
    killWorkers({ ...options, kills: draw.below(MAX_KILLS + 1), ...(isFull && { onFullDisk }) }),
    turn === RESTART_TURN ? restartSometime(server, draw) : undefined,
  ]);
  total.kills += kills;
  await withhold(tasks, parts, draw);
  await send(tasks);
  await killWorkers({ ...options, kills: 0 });
  const { stdout } = await analyze('collect', 'plan.ndjson', '--parts', parts, '--json');
  if (hashOf(stdout) !== expected) throw new Error(`the corpus differs; its parts are in ${parts}`);
  if (isFull) execFileSync('umount', [parts]);
  rmSync(parts, { recursive: true });
}

const tasks = await writePlan();
const expected = hashOf((await analyze('in', '--json')).stdout);
const servers = await startQueueServers(cwd);
const started = performance.now();
let hasFailed = false;

/** Proves the rounds of a server, one after the other: most of a round is waiting for its server to send tasks again. */
async function proveRounds(server: QueueServer, own: readonly number[]): Promise<void> {
  for (const seed of own) {
    if (hasFailed) return;
    await proveRound(seed, { server, tasks, expected }).catch((cause: unknown) => {
      hasFailed = true;
      throw new Error(`--seed ${seed} --seeds 1 with ${server.kind} fails: ${String(cause)}`, { cause });
    });
    const { kills, restarts, fullDisks, withheld } = total;
    const seconds = Math.round((performance.now() - started) / 1_000);
    process.stdout.write(
      `seed ${seed}, ${server.kind}: ${kills} kills, ${restarts} restarts, ${fullDisks} full disks, ${withheld} parts withheld so far, one SHA-256, ${seconds} s\n`,
    );
  }
}

try {
  const all = Array.from({ length: seeds }, (_, index) => firstSeed + index);
  // A failure ends the rounds of the other servers before the servers stop.
  const ends = await Promise.allSettled(
    servers.map((server, index) =>
      proveRounds(
        server,
        all.filter((seed) => seed % servers.length === index),
      ),
    ),
  );
  const failures = ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
} finally {
  for (const server of servers) await server.stop();
}
rmSync(cwd, { recursive: true });
