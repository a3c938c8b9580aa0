/**
 * Measures a capture beside a bare sink that writes the same bytes to a file, syncs it and answers: large bodies in bytes per second and
 * memory, small ones in deliveries per second. Both run in one process each, on one disk, in turn.
 *
 *     node packages/replay/bench/capture.ts [GiB of the large body, default 1]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Archive } from '@idvkit/replay';
import { Agent, request } from 'undici';

const gibibytes = Number(process.argv[2] ?? '1');
const rounds = 3;
const folder = await mkdtemp(join(process.cwd(), '.bench-capture-'));
const part = Buffer.alloc(2 ** 20);
for (let at = 0; at < part.length; at += 1) part[at] = (at * 2_654_435_761) >>> 13;

/** Starts a process that prints its address. */
async function start(
  argv: readonly string[],
  output: 'stdout' | 'stderr',
): Promise<{ child: ChildProcess; url: string }> {
  const { IDV_WEBHOOK_SECRET: _secret, ...env } = process.env;
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'], env });
  child[output === 'stdout' ? 'stderr' : 'stdout'].resume();
  for await (const line of createInterface({ input: child[output] })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url === undefined) continue;
    child[output].resume();
    return { child, url };
  }
  throw new Error(`${argv.join(' ')} did not start`);
}

/** Posts so many bytes. @returns bytes per second. */
async function postLarge(url: string, bytes: number): Promise<number> {
  const began = performance.now();
  const outgoing = httpRequest(url, { method: 'POST', headers: { 'content-length': bytes } });
  const answered = once(outgoing, 'response');
  for (let sent = 0; sent < bytes; sent += part.length) {
    if (!outgoing.write(part.subarray(0, Math.min(part.length, bytes - sent)))) await once(outgoing, 'drain');
  }
  outgoing.end();
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 204) throw new Error(`Answered ${response.statusCode}`);
  return (bytes / (performance.now() - began)) * 1_000;
}

async function postSmall(url: string, count: number): Promise<number> {
  const agent = new Agent({ connections: 64 });
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < count) {
        next += 1;
        const body = JSON.stringify({ event: { type: 'submit_form', nounce: next }, filler: 'x'.repeat(3_000) });
        const answer = await request(url, { method: 'POST', body, dispatcher: agent });
        await answer.body.dump();
        if (answer.statusCode !== 204) throw new Error(`Answered ${answer.statusCode}`);
      }
    }),
  );
  await agent.destroy();
  return (count / (performance.now() - began)) * 1_000;
}

async function peakMemory({ pid }: ChildProcess): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /VmHWM:\s+(\d+)/.exec(status)?.[1] ?? '';
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

try {
  const sink = await start([fileURLToPath(new URL('bare-sink.ts', import.meta.url)), join(folder, 'sink')], 'stdout');
  const command = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
  const options = ['capture', '--port', '0', '--dir', join(folder, 'archive')];
  const capture = await start([command, ...options], 'stderr');
  const large = { sink: [] as number[], capture: [] as number[] };
  const small = { sink: [] as number[], capture: [] as number[] };
  let memory = '';
  const bytes = Math.round(gibibytes * 2 ** 30);
  for (let round = 0; round < rounds; round += 1) {
    large.sink.push(await postLarge(sink.url, bytes));
    // Each round its own length, so that no two bodies are the same file.
    large.capture.push(await postLarge(capture.url, bytes + round));
    memory = await peakMemory(capture.child);
    small.sink.push(await postSmall(sink.url, 2_000));
    small.capture.push(await postSmall(capture.url, 2_000));
  }
  const ended = [sink, capture].map(({ child }) => once(child, 'exit'));
  for (const { child } of [sink, capture]) child.kill('SIGTERM');
  await Promise.all(ended);

  const archive = Archive.open(join(folder, 'archive'));
  let whole = 0;
  for (const captured of archive.captures()) {
    const { body } = captured;
    if (body.bytes < bytes) continue;
    const sent = createHash('sha256');
    for (let at = 0; at < body.bytes; at += part.length)
      sent.update(part.subarray(0, Math.min(part.length, body.bytes - at)));
    const read = createHash('sha256');
    for await (const chunk of archive.openBody(captured) as AsyncIterable<Uint8Array>) read.update(chunk);
    if (sent.digest('hex') === read.digest('hex')) whole += 1;
  }
  const rate = (numbers: readonly number[]): string => `${Math.round(median(numbers) / 1e6)} MB/s`;
  process.stdout.write(
    [
      `body of ${gibibytes} GiB: sink ${rate(large.sink)}, capture ${rate(large.capture)}, ratio ${(median(large.capture) / median(large.sink)).toFixed(2)}`,
      `bodies of 3 kB: sink ${Math.round(median(small.sink))}/s, capture ${Math.round(median(small.capture))}/s, ratio ${(median(small.capture) / median(small.sink)).toFixed(2)}`,
      `peak memory of the capture: ${Math.round(Number(memory) / 1_024)} MiB`,
      `large bodies that came back with the same SHA-256: ${whole} of ${rounds}`,
      '',
    ].join('\n'),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
