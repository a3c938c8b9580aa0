import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, startCapture, type Capture, type PlannedAnswer } from '../src/index.ts';

const secret = 'a-secret-nobody-stores';

let folder: string;
let archive: Archive;
const open: Capture[] = [];

async function capture(answers: readonly [PlannedAnswer, ...PlannedAnswer[]] = [204]): Promise<Capture> {
  const started = await startCapture({ archive, port: 0, secret, answers, now: () => new Date(0) });
  open.push(started);
  return started;
}

/** Captures into the same archive, as another process would. */
async function captureAlso(): Promise<{ archive: Archive; url: string }> {
  const other = Archive.open(folder);
  const started = await startCapture({ archive: other, port: 0, secret, answers: [204], now: () => new Date(0) });
  open.push(started);
  return { archive: other, url: started.url };
}

async function post(url: string, body: Uint8Array | string, token = secret): Promise<number> {
  const { statusCode, body: answer } = await request(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, 'x-Odd': ['1', '2'] },
  });
  await answer.dump();
  return statusCode;
}

async function everyFile(path: string): Promise<string> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1'));
  return (await Promise.all(files)).join('\n');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-capture-'));
  archive = Archive.create(folder);
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await rm(folder, { recursive: true });
});

describe('startCapture()', () => {
  it('keeps every body byte for byte and answers once it is on the disk', async () => {
    const { url } = await capture();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        expect(await post(url, bytes)).toBe(204);
        const [{ captured } = { captured: undefined }] = archive.list({ order: 'newest', limit: 1 });
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        expect(captured?.body).toEqual({ sha256, bytes: bytes.length, complete: true });
        if (captured === undefined) throw new Error('Nothing was captured');
        expect(Buffer.concat(await archive.openBody(captured).toArray())).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 50 },
    );
  });

  it('writes down what came, but never the bearer', async () => {
    const { url } = await capture();
    expect([await post(`${url}hook?a=1`, '{}'), await post(url, '{}', 'wrong')]).toEqual([204, 401]);
    const captures = archive.captures();
    expect(captures.map(({ id, path, bearer, answer }) => ({ id, path, bearer, answer }))).toEqual([
      { id: 1, path: '/hook?a=1', bearer: 'match', answer: 204 },
      { id: 2, path: '/', bearer: 'mismatch', answer: 401 },
    ]);
    expect(captures[0]?.headers.filter(([name]) => name === 'x-Odd')).toEqual([
      ['x-Odd', '1'],
      ['x-Odd', '2'],
    ]);
    expect(await everyFile(folder)).not.toMatch(new RegExp(`${secret}|wrong`));
  });

  it('answers by plan, the last answer for all that follow', async () => {
    const { url } = await capture([503, 500, 204]);
    const statuses = [];
    for (let index = 0; index < 4; index += 1) statuses.push(await post(url, '{}'));
    expect(statuses).toEqual([503, 500, 204, 204]);
  });

  it('keeps what came of an upload that broke off, marked as such', async () => {
    const { url } = await capture();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 100\r\n\r\nhalf`,
      () => socket.destroySoon(),
    );
    await new Promise((resolve) => socket.once('close', resolve));
    await expect.poll(() => archive.captures().length).toBe(1);
    expect(archive.captures()).toMatchObject([{ answer: null, body: { bytes: 4, complete: false } }]);
  });

  it('is readable by its owner alone', async () => {
    const { url } = await capture();
    await post(url, '{}');
    const modes = await Promise.all(
      ['archive.db', 'archive.db-wal', 'bodies'].map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o600, 0o700]);
  });

  it('captures into one archive with another capture', async () => {
    const { archive: other, url } = await captureAlso();
    const { url: first } = await capture();
    const sent = await Promise.all(Array.from({ length: 60 }, (_, n) => post(n % 2 === 0 ? url : first, `{"n":${n}}`)));
    expect(new Set(sent)).toEqual(new Set([204]));
    expect(archive.captures().map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(other.captures()).toEqual(archive.captures());
  });
});
