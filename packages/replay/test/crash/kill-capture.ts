import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, renameSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Archive, verifyArchive, type ArchiveFault } from '@idvkit/replay';
import { Agent, request } from 'undici';

import { seededBytes } from '../../../../tools/testing/sample.ts';

/** What killing a capture again and again came to. */
export interface KillReport {
  readonly kills: number;
  /** How many times the folder was moved away. */
  readonly moved: number;
  /** Deliveries that were answered 503 meanwhile. */
  readonly refused: number;
  /** Deliveries that were answered 204. */
  readonly acknowledged: number;
  /** Hashes of those that the archive does not have, or not as often. */
  readonly lost: readonly string[];
  /** What is wrong with the archive in the end, apart from what was never acknowledged. */
  readonly faults: readonly ArchiveFault[];
}

export interface KillOptions {
  readonly folder: string;
  readonly kills: number;
  readonly senders: number;
  /** Numbers from 0 to below 1. */
  readonly random: () => number;
  /** Share of the kills before which the folder is moved away under the capture. Default 0. */
  readonly moves?: number;
  /** Arguments of Node for the capture, such as its conditions. */
  readonly nodeArguments?: readonly string[];
  readonly onKill?: (kill: number, acknowledged: number) => void;
}

/**
 * Kills a capture with -9 while senders load it, starts it again on the same archive, and looks in the end whether everything is there
 * that was acknowledged. The moment of each kill is a random number of answers after its start, and a random part of a
 * millisecond later. In some, the folder is moved away before, and in half of these it is back when the capture is killed.
 */
export async function killCapture(options: KillOptions): Promise<KillReport> {
  const { folder, kills, random, moves = 0 } = options;
  const elsewhere = `${folder}.elsewhere`;
  const acknowledged = new Map<string, number>();
  let [total, moved, refused] = [0, 0, 0];
  for (let kill = 1; kill <= kills; kill += 1) {
    const { child, url } = await startCapturing(options);
    const end = once(child, 'exit');
    let left = 1 + Math.ceil(random() * 60);
    const moveAt = random() < moves ? Math.ceil((left - 1) * random()) : undefined;
    const isBack = random() < 0.5;
    let away: 'not yet' | 'now' | 'no more' = 'not yet';
    /** Answers 503 after which the folder comes back, or the capture is killed. */
    let patience = Math.ceil(random() * 20);
    const killNow = (): void => {
      left = 0;
      spin(random() * 3, () => child.kill('SIGKILL'));
    };
    const refuse = (): void => {
      refused += 1;
      patience -= 1;
      if (patience !== 0 || away !== 'now') return;
      if (!isBack) return killNow();
      renameSync(elsewhere, folder);
      away = 'no more';
    };
    const agent = new Agent({ connections: options.senders });
    const send = async (): Promise<void> => {
      for (;;) {
        const body = randomBody(random);
        try {
          const answer = await request(url, { method: 'POST', body, dispatcher: agent });
          await answer.body.dump();
          if (answer.statusCode === 503 && away !== 'not yet') {
            refuse();
            continue;
          }
          if (answer.statusCode !== 204) throw new Error(`Answered ${answer.statusCode}`);
        } catch {
          if (child.exitCode !== null || child.signalCode !== null || left <= 0) return;
          throw new Error('The capture answered wrongly before it was killed');
        }
        const sha256 = createHash('sha256').update(body).digest('hex');
        acknowledged.set(sha256, (acknowledged.get(sha256) ?? 0) + 1);
        total += 1;
        left -= 1;
        if (left === moveAt && away === 'not yet') {
          renameSync(folder, elsewhere);
          away = 'now';
          moved += 1;
        }
        if (left === 0) killNow();
      }
    };
    await Promise.all(Array.from({ length: options.senders }, send));
    await end;
    await agent.destroy();
    // Fails if anything was written to where it had been.
    if (existsSync(elsewhere)) renameSync(elsewhere, folder);
    options.onKill?.(kill, total);
  }
  const archive = Archive.open(folder);
  const kept = new Map<string, number>();
  for (const { body } of archive.captures()) {
    if (body.complete) kept.set(body.sha256, (kept.get(body.sha256) ?? 0) + 1);
  }
  const { faults } = await verifyArchive(archive);
  const lost = [...acknowledged].filter(([sha256, times]) => (kept.get(sha256) ?? 0) < times);
  return {
    kills,
    moved,
    refused,
    acknowledged: total,
    lost: lost.map(([sha256]) => sha256),
    // A file that nothing names was never acknowledged.
    faults: faults.filter(({ kind }) => kind !== 'orphan'),
  };
}

async function startCapturing({
  folder,
  nodeArguments = [],
}: KillOptions): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('capturing-process.ts', import.meta.url));
  const child = spawn(process.execPath, [...nodeArguments, script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error('The capture did not start');
}

/** Mostly small, some beyond what is kept in memory, now and then the same again. */
function randomBody(random: () => number): Buffer {
  const kind = random();
  if (kind < 0.05) return Buffer.from('{"event":{"type":"drop_off"}}');
  const length = 1 + Math.floor(random() * (kind < 0.85 ? 4_000 : 300_000));
  return seededBytes(random(), length);
}

/** Waits for less than a timer can. */
function spin(milliseconds: number, then: () => void): void {
  const end = performance.now() + milliseconds;
  const turn = (): void => void (performance.now() < end ? setImmediate(turn) : then());
  turn();
}
