import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { startMeasured, type MeasuredProcess } from './measured-process.ts';
import { hashesOf, type SizedBody } from './sized-body.ts';

/** What a command did with a body. */
export interface SizeProof {
  readonly command: string;
  /** Whether it ended as it should: a capture ends with 0 when it is interrupted. */
  readonly isInOrder: boolean;
  /** Whether the bytes were those that were sent. Of what shows them in another form, whether it came to its end. */
  readonly isSame: boolean;
  readonly peakMiB: number;
  readonly seconds: number;
}

/**
 * Captures a body over the wire, and has it shown, verified and sent again, each by a process of its own.
 *
 * @param command Arguments of Node before those of `idvkit`.
 */
export async function* proveSize(
  body: SizedBody,
  { command, folder }: { readonly command: readonly string[]; readonly folder: string },
): AsyncGenerator<SizeProof> {
  const hashes = hashesOf(body);
  const env = { IDV_WEBHOOK_SECRET: 'only-for-this-proof' };
  const start = (...argv: readonly string[]): MeasuredProcess => startMeasured([...command, ...argv], env);
  const run = (...argv: readonly string[]): MeasuredProcess => start(...argv, '--dir', folder);

  const capture = run('capture', '--port', '0');
  capture.stdout.resume();
  const status = await post(await addressOf(capture.stderr), body, env.IDV_WEBHOOK_SECRET);
  capture.child.kill('SIGTERM');
  yield proof('capture', await capture.ended(), status === 204, 0);

  const raw = run('show', 'latest', '--raw');
  raw.stderr.resume();
  const shown = createHash('sha256');
  for await (const part of raw.stdout) shown.update(part as Uint8Array); // No encoding is set.
  yield proof('show --raw', await raw.ended(), shown.digest('hex') === hashes.whole);

  const pretty = run('show', 'latest');
  pretty.stderr.resume();
  let last = '';
  for await (const part of pretty.stdout) last = (part as Buffer).toString('latin1').slice(-2);
  yield proof('show', await pretty.ended(), last.endsWith('\n'));

  const verify = start('archive', 'verify', folder);
  verify.stderr.resume();
  verify.stdout.resume();
  yield proof('verify', await verify.ended(), true);

  for (const mode of ['', ...(body.bytes > body.headBytes ? ['--fresh'] : [])]) {
    const sink = await hashingSink(mode === '--fresh' ? body.bytes - body.headBytes : undefined);
    const send = run('send', 'latest', '--to', sink.url, ...(mode === '' ? [] : [mode]), '--timeout', '1h');
    send.stderr.resume();
    send.stdout.resume();
    const ended = await send.ended();
    const expected = mode === '--fresh' ? hashes.rest : hashes.whole;
    yield proof(`send ${mode}`, ended, (await sink.close()) === expected);
  }
}

function proof(
  command: string,
  { exitCode, peakMiB, seconds }: Awaited<ReturnType<MeasuredProcess['ended']>>,
  isSame: boolean,
  rightCode = 0,
): SizeProof {
  return { command, isInOrder: exitCode === rightCode, isSame, peakMiB, seconds };
}

async function addressOf(stderr: Readable): Promise<string> {
  const lines = createInterface({ input: stderr });
  for await (const line of lines) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url === undefined) continue;
    stderr.resume();
    return url;
  }
  throw new Error('The capture did not start');
}

async function post(url: string, body: SizedBody, secret: string): Promise<number | undefined> {
  const headers = { 'content-length': body.bytes, authorization: `Bearer ${secret}` };
  const outgoing = httpRequest(url, { method: 'POST', headers });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (const part of body.parts()) if (!outgoing.write(part)) await once(outgoing, 'drain');
  outgoing.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

/** Receives one delivery and hashes it: all of it, or so many of its last bytes. */
async function hashingSink(lastBytes?: number): Promise<{ url: string; close: () => Promise<string> }> {
  let sha256 = '';
  const server = createServer((incoming, response) => {
    const hash = createHash('sha256');
    let toSkip = lastBytes === undefined ? 0 : Number(incoming.headers['content-length']) - lastBytes;
    incoming.on('data', (part: Buffer) => {
      hash.update(part.subarray(Math.min(part.length, toSkip)));
      toSkip = Math.max(0, toSkip - part.length);
    });
    incoming.on('end', () => {
      sha256 = hash.digest('hex');
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address with one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      return sha256;
    },
  };
}
