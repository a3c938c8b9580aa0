import { symlink, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';

const env = { IDV_WEBHOOK_SECRET: 'not-to-be-seen' };

let cwd: string;
let receiver: Server;
let answers: number[];
let received: string[];

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-replay-'));
  answers = [];
  received = [];
  receiver = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      received.push(`${incoming.headers.authorization} ${Buffer.concat(chunks).toString()}`);
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await rm(cwd, { recursive: true });
});

function target(): string {
  // A server that listens on a port has an address with one.
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
}

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd, env });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Runs `idvkit capture` for as long as `deliver` takes. */
async function capturing(deliver: (url: string) => Promise<void>, { isTTY = true } = {}): Promise<TestIo> {
  const io = createTestIo({ cwd, env, isTTY });
  const running = main(['capture', '--port', '0'], io);
  const url = await expect
    .poll(() => /http:\S+/.exec(io.stderrText)?.[0])
    .toBeDefined()
    .then(() => /http:\S+/.exec(io.stderrText)?.[0] ?? '');
  await deliver(url);
  io.interrupt();
  expect(await running).toBe(0);
  return io;
}

async function post(url: string, body: string): Promise<void> {
  const answer = await request(url, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${env.IDV_WEBHOOK_SECRET}` },
  });
  await answer.body.dump();
}

describe('idvkit', () => {
  it('captures, lists, shows, verifies and sends again', async () => {
    const io = await capturing(async (url) => {
      await post(url, '{"n": 70.0}');
      await post(url, '{"n": 1e2}');
    });
    const { stdout: listed } = await replay('list');
    expect(listed).toMatch(/^#1 +\S+ \S+ +no type +11 B {2}204\n#2 /m);
    expect(io.stdoutText).toMatch(
      /^#1 {2}\S+ {2}no type {2}11 bytes {2}bearer match {2}answered 204 {2}sha256:[\da-f]{12}\n#2 /,
    );
    expect(io.stderrText).toMatch(/\n2 captured\n$/);
    expect(await replay('show', 'latest', '--raw')).toEqual({ code: 0, stdout: '{"n": 1e2}', stderr: '' });
    expect(await replay('archive', 'verify')).toEqual({
      code: 0,
      stdout: '2 captures, 21 bytes: in order\n',
      stderr: '',
    });

    answers = [503, 204, 404];
    const sent = await replay('send', '1', '2', '--to', target(), '--retry-spacing', '0');
    const stdout = sent.stdout.replaceAll(/\d+ ms/g, 'N ms').replace(/run \S+/, 'run R');
    expect({ ...sent, stdout }).toEqual({
      code: 1,
      stdout: [
        'WAIT  #1  attempt 1  answered 503 in N ms  (5xx: retry 1 of 3 follows, as-is with the old nounce)',
        'PASS  #1  attempt 2  answered 204 in N ms  (2xx: delivered)',
        'FAIL  #2  attempt 1  answered 404 in N ms  (4xx: not retried)',
        '2 deliveries, 3 attempts: 1 as expected (2xx), 1 not  run R',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(received).toEqual(
      ['{"n": 70.0}', '{"n": 70.0}', '{"n": 1e2}'].map((body) => `Bearer not-to-be-seen ${body}`),
    );
    expect(io.stderrText + sent.stdout).not.toContain(env.IDV_WEBHOOK_SECRET);
  });

  it.each([
    [['list'], 'Cannot open the archive: there is no capture archive in'],
    [['send', '1', '--to', 'https://hooks.example/x'], 'Cannot send to hooks.example: captures hold personal data'],
    [['send', '1'], '--to'],
    [['capture', '--answer', '99'], '"99" is not an answer'],
    [['capture', '--port', '1.5'], '--port'],
    [['lst'], 'list'],
  ])('%j ends with one message and exit code 2', async (argv, message) => {
    const { code, stderr } = await replay(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('prints deliveries to a terminal as they come, and to another program only their number', async () => {
    const io = await capturing((url) => post(url, '{"n": 1}'), { isTTY: false });
    expect([io.stdoutText, io.stderrText]).toEqual(['', expect.stringMatching(/\n1 captured\n$/)]);
  });

  it('shows type, status and outcome of deliveries as they come', async () => {
    const application = { status: 'complete', other_status: { ekyc: 'fail' } };
    const body = { event: { type: 'submit_form' }, application, extra: { pad: '' } };
    const io = await capturing(async (url) => {
      await post(url, JSON.stringify(body));
      await post(url, JSON.stringify({ ...body, extra: { pad: 'x'.repeat(2 ** 20) } }));
    });
    expect(io.stdoutText.replaceAll(/\d{4}-\S+|[\da-f]{12}/g, '…')).toMatchInlineSnapshot(`
      "#1  …  submit_form  complete  ekyc fail  118 bytes  bearer match  answered 204  sha256:…
      #2  …  submit_form  complete  ekyc fail  1048694 bytes  bearer match  answered 204  sha256:…
      "
    `);
  });

  it.each([
    [
      ['capture', '--port', '0', '--dir', 'file/archive'],
      'Cannot use the archive: a part of its path is not a folder.',
    ],
    [['capture', '--port', '0', '--dir', 'link'], 'its archive.db is a link or a special file'],
  ])('says what the disk reported: %j', async (argv, message) => {
    await capturing((url) => post(url, '{}'));
    await mkdir(join(cwd, 'link'));
    await symlink(join(cwd, 'idvkit.capture/archive.db'), join(cwd, 'link/archive.db'));
    await writeFile(join(cwd, 'file'), '');
    const { code, stderr } = await replay(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('says that a port is in use', async () => {
    const { code, stderr } = await replay('capture', '--port', new URL(target()).port);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Cannot listen on port \d+: it is in use\./);
  });

  it('names captures that are not there', async () => {
    await capturing((url) => post(url, '{}'));
    const { code, stderr } = await replay('show', '7');
    expect([code, stderr.split('\n')[0]]).toEqual([
      2,
      'idvkit: Cannot find a capture: the archive has no capture "7".',
    ]);
  });
});
