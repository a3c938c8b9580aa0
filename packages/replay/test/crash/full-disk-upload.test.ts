import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Archive, verifyArchive } from '@idvkit/replay';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startCommand } from './full-disk.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));
/** No file longer than some hundred kilobytes: the disk fails in the middle of every upload that is longer. */
const limited = `ulimit -f 300; exec "${process.execPath}" --conditions=@idvkit/source "${bin}" "$@"`;

let folder: string;
let capture: Awaited<ReturnType<typeof startCommand>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-full-'));
  capture = await startCommand(['bash', '-c', limited, 'bash'], folder);
});

afterEach(async () => {
  if (capture.child.exitCode === null) {
    capture.child.kill('SIGTERM');
    await once(capture.child, 'exit');
  }
  await rm(folder, { recursive: true });
});

interface Upload {
  /** What was answered. */
  readonly said: string;
  /** Bytes of the body that left before the connection ended. */
  readonly sentBytes: number;
}

/** Uploads as simple senders do. The simplest read nothing before everything was said. */
async function upload(bytes: number, listens: 'afterwards' | 'meanwhile'): Promise<Upload> {
  const socket = connect(Number(new URL(capture.url).port), '127.0.0.1').on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let said = '';
  const listen = (): unknown => socket.on('data', (answer) => (said += String(answer)));
  if (listens === 'meanwhile') listen();
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
  const part = Buffer.alloc(2 ** 20, 'x');
  let sentBytes = 0;
  while (!socket.destroyed && sentBytes < bytes) {
    const sent = await new Promise<boolean>((resolve) => socket.write(part, (error) => resolve(!error)));
    if (sent) sentBytes += part.length;
  }
  if (listens === 'afterwards') listen();
  await closed;
  return { said, sentBytes };
}

describe('a capture whose disk fails in the middle of an upload', () => {
  it('answers 503 to a sender that speaks to the end before it listens, and keeps what comes next', async () => {
    const { said, sentBytes } = await upload(8 * 2 ** 20, 'afterwards');
    expect(said).toMatch(/^HTTP\/1\.1 503 .*\r\nconnection: close\r\n/is);
    expect(sentBytes).toBe(8 * 2 ** 20);
    const answer = await fetch(capture.url, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(204);

    capture.child.kill('SIGTERM');
    await once(capture.child, 'exit');
    expect(capture.messages.filter((message) => message.includes('Cannot'))).toEqual([
      'idvkit: Cannot keep a delivery: it failed with EFBIG. It was answered 503.',
    ]);
    const archive = Archive.open(folder);
    expect(archive.captures()).toMatchObject([{ id: 1, answer: 204, body: { bytes: 2, complete: true } }]);
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect((await readdir(join(folder, 'bodies'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('does not read on for ever', async () => {
    const { said, sentBytes } = await upload(2 ** 32, 'meanwhile');
    expect(said).toMatch(/^HTTP\/1\.1 503 /);
    expect(sentBytes).toBeGreaterThan(64 * 2 ** 20);
    expect(sentBytes).toBeLessThan(128 * 2 ** 20);
  });
});
