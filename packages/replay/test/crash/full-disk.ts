import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { Archive, verifyArchive, type ArchiveFault } from '@idvkit/replay';
import { request } from 'undici';

import { seededBytes } from '../../../../tools/testing/sample.ts';

const SECRET = 'whsec-disk';

/** What came of a disk that filled up. */
export interface FullDiskReport {
  readonly acknowledged: number;
  /** Deliveries that were answered 503. */
  readonly refused: number;
  /** Deliveries that were acknowledged once there was room again. */
  readonly acknowledgedAfterwards: number;
  readonly lost: number;
  readonly faults: readonly ArchiveFault[];
  /** What the command said about it. */
  readonly messages: readonly string[];
}

/**
 * Runs `idvkit capture` where there is little room, delivers until much was refused, makes room, delivers again, and looks whether
 * everything is there that was acknowledged.
 */
export async function fillDisk(options: {
  readonly folder: string;
  /** Program and arguments before those of Node: sets a limit. */
  readonly command: readonly [program: string, ...rest: string[]];
  /** Bytes of one body. */
  readonly bodyBytes: number;
  /** Makes room, if that is possible. */
  readonly makeRoom?: () => Promise<void>;
}): Promise<FullDiskReport> {
  // Deliveries whose bearer is not checked are refused long before the disk is full.
  const { child, url, messages } = await startCommand(options.command, options.folder, SECRET);
  const acknowledged: string[] = [];
  const refused: number[] = [];
  let bodies = 0;
  const headers = { authorization: `Bearer ${SECRET}` };
  const deliver = async (): Promise<void> => {
    const body = seededBytes((bodies += 1), options.bodyBytes);
    const { statusCode, body: answer } = await request(url, { method: 'POST', body, headers });
    await answer.dump();
    if (statusCode === 204) acknowledged.push(createHash('sha256').update(body).digest('hex'));
    else if (statusCode === 503) refused.push(statusCode);
    else throw new Error(`Answered ${statusCode}`);
  };
  // In parallel, so that small bodies share files.
  const deliverAll = (): Promise<unknown> => Promise.all(Array.from({ length: 16 }, deliver));
  while (refused.length < 20) await deliverAll();
  const before = acknowledged.length;
  await options.makeRoom?.();
  if (options.makeRoom !== undefined) for (let count = 0; count < 5; count += 1) await deliverAll();
  child.kill('SIGTERM');
  await once(child, 'exit');

  const archive = Archive.open(options.folder);
  const kept = new Set(archive.captures().map(({ body }) => body.sha256));
  const { faults } = await verifyArchive(archive);
  await archive.close();
  return {
    acknowledged: before,
    refused: refused.length,
    acknowledgedAfterwards: acknowledged.length - before,
    lost: acknowledged.filter((sha256) => !kept.has(sha256)).length,
    faults: faults.filter(({ kind }) => kind !== 'orphan'),
    messages: [...new Set(messages.filter((message) => message.startsWith('idvkit:')))],
  };
}

/**
 * Runs `idvkit capture` by a program that sets a limit, and gathers what it says.
 *
 * @param secret Secret of the deliveries. Without one, no bearer is checked.
 */
export async function startCommand(
  [program, ...rest]: readonly [string, ...string[]],
  folder: string,
  secret?: string,
): Promise<{ child: ChildProcess; url: string; messages: string[] }> {
  const { IDV_WEBHOOK_SECRET: _secret, ...others } = process.env;
  const env = { ...others, ...(secret !== undefined && { IDV_WEBHOOK_SECRET: secret }) };
  const argv = [...rest, 'capture', '--port', '0', '--dir', folder];
  const child = spawn(program, argv, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const messages: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      messages.push(line);
      const [found] = /http:\S+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The capture ended: ${messages.join('\n')}`)));
  });
  return { child, url, messages };
}
