import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import type { Archive } from '@idvkit/archive';

import { isKnownToBeSent, recordedItems } from '../src/lib/send/recorded-run.ts';
import { sampleArchive } from './sample-archive.ts';

/** How often to crash. */
export interface CrashOptions {
  /** Runs of `send` that are killed, unless all is sent before. */
  readonly kills: number;
  readonly captures: number;
  /** A number from 0 to below 1, again and again. */
  readonly random: () => number;
}

/** What the crashes came to. */
export interface CrashResult {
  readonly kills: number;
  /** Deliveries that the archive called sent although no answer had left for them. */
  readonly wronglySent: number;
  /** Deliveries that were never received. */
  readonly lost: number;
  /** Deliveries that were received more than once. */
  readonly repeated: number;
}

const bin = fileURLToPath(new URL('../../idvkit/src/bin.ts', import.meta.url));

/**
 * Kills `idvkit send` again and again, resumes it each time, and looks after each kill whether the archive calls anything
 * sent that was not. The moment of a kill is an event of the receiver (a head that arrives, a body that is whole, an answer that
 * left) and a random number of milliseconds after it, so that it hits the run at its work and not while it starts.
 *
 * @throws {Error} if a run ends by itself with another code than 0, with what it said: what it left unsent is not lost.
 */
export async function crashSend({ kills, captures, random }: CrashOptions): Promise<CrashResult> {
  const sample = await sampleArchive();
  const { archive } = sample;
  await sample.keep(
    Array.from({ length: captures }, (_, index) => JSON.stringify({ index, pad: 'x'.repeat(index * 7) })),
  );
  const answered = new Set<number>();
  const arrivals = new Map<number, number>();
  let onMoment: (moment: 'head' | 'body' | 'answer') => void = () => {};
  const receiver = createServer((request, response) => {
    onMoment('head');
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { index } = JSON.parse(Buffer.concat(chunks).toString()) as { index: number };
      arrivals.set(index, (arrivals.get(index) ?? 0) + 1);
      onMoment('body');
      // Only once: four in a row would be an answer that ends the delivery.
      const fails = arrivals.get(index) === 1 && random() < 0.1;
      if (!fails) answered.add(index);
      response.writeHead(fails ? 503 : 204).end(() => onMoment('answer'));
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

  let killed = 0;
  let wronglySent = 0;
  const begin = ['all', '--to', url, '--rate', '1000/s', '--retry-spacing', '1ms'];
  let argv = begin;
  for (;;) {
    const child = startSend(argv, archive.folder);
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    if (killed < kills) {
      const moment = (['head', 'body', 'answer'] as const)[Math.floor(random() * 3)];
      let left = 1 + Math.floor(random() * 3);
      const waitMs = random() * 4;
      onMoment = (now) => {
        if (now !== moment) return;
        left -= 1;
        if (left === 0) setTimeout(() => child.kill('SIGKILL'), waitMs);
      };
    } else onMoment = () => {};
    const code = await exited;
    if (child.signalCode === 'SIGKILL') killed += 1;
    const known = await readKnown(archive);
    // Items are numbered as captures are, and bodies from 0.
    for (const item of known ?? []) if (!answered.has(item - 1)) wronglySent += 1;
    argv = known === undefined ? begin : ['--resume', 'last', '--to', url];
    if (child.signalCode === null) {
      if (code !== 0) throw new Error(`after ${killed} kills, send ended by itself with code ${code}: ${said}`);
      if (killed >= kills) break;
      argv = begin;
      answered.clear();
      arrivals.clear();
    }
  }
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await sample.remove();
  const repeated = [...arrivals.values()].filter((count) => count > 1).length;
  return { kills: killed, wronglySent, lost: captures - arrivals.size, repeated };
}

function startSend(argv: readonly string[], folder: string): ChildProcess {
  return spawn(process.execPath, ['--conditions=@idvkit/source', bin, 'send', '--dir', folder, ...argv], {
    env: { ...process.env, IDV_WEBHOOK_SECRET: 'secret' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Deliveries that the archive calls sent of the last run; `undefined` where there is no run yet. */
async function readKnown(archive: Archive): Promise<readonly number[] | undefined> {
  const run = await archive.resumeRun('last').catch(() => undefined);
  if (run === undefined) return undefined;
  await archive.releaseRun(run.name);
  const items = recordedItems(archive.attemptsOfRun(run.name));
  return [...items].flatMap(([item, record]) => (isKnownToBeSent(record) ? [item] : []));
}
