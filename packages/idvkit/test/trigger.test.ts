import crypto from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { main } from '../src/lib/main.ts';

const TYPES = ['submit_form', 'update_status', 'drop_off'] as const;

interface Delivery {
  readonly event: { readonly type: string; readonly nounce: string };
  readonly application: { readonly slug: string; readonly other_status: Readonly<Record<string, string>> };
}

let receiver: Server;
let answers: number[];
let received: { readonly bearer: string | undefined; readonly body: Delivery }[];

beforeEach(async () => {
  [answers, received] = [[], []];
  receiver = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Delivery; // Looked at by the test.
      received.push({ bearer: incoming.headers.authorization, body });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function trigger(...argv: readonly string[]) {
  const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: 'hush' } });
  // A server that listens on a port has an address with one.
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const code = await main(['trigger', ...argv, '--to', to], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Has `randomInt` give these numbers: in tests, it gives the same one every time. */
function drawing(...numbers: number[]): void {
  const spy = vi.spyOn(crypto, 'randomInt').mockImplementation(() => numbers.shift() ?? 0);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

describe('idvkit trigger', () => {
  it.each([
    [['submit_form'], { ekyc: 'pass', aml: 'Clear' }],
    [['submit_form', '--outcome', 'need_review'], { ekyc: 'need_review' }],
    [['submit_form', '--outcome', 'fail', '--aml', 'pep'], { ekyc: 'fail', aml: 'Need Review' }],
    [['update_status'], { decision: 'Approved' }],
    [['drop_off'], { ekyc: 'pending' }],
  ])('%j delivers one event', async (argv, status) => {
    expect(await trigger(...argv)).toMatchObject({ code: 0, stdout: 'Delivered\n' });
    expect(received).toMatchObject([
      { bearer: 'Bearer hush', body: { event: { type: argv[0] }, application: { other_status: status } } },
    ]);
  });

  it('does not repeat a delivery that was answered 4xx, and ends with 1', async () => {
    answers = [401];
    expect(await trigger('drop_off', '--seed', '1')).toEqual({
      code: 1,
      stdout: 'Not delivered\n',
      stderr: 'drop_off, attempt 1: answered 401\n',
    });
    expect(received).toHaveLength(1);
  });

  it('has another applicant in each run, and names the seed that repeats one', async () => {
    drawing(7, 8);
    const [, seed = ''] = /^Seed (\d+)$/m.exec((await trigger('submit_form')).stderr) ?? [];
    await trigger('submit_form');
    await trigger('submit_form', '--seed', seed);
    await trigger('drop_off', '--seed', seed);
    const [first, second, repeated, dropped] = received.map(({ body }) => body);
    expect(second?.application.slug).not.toBe(first?.application.slug);
    expect(second?.event.nounce).not.toBe(first?.event.nounce);
    expect(repeated?.application.slug).toBe(first?.application.slug);
    // An applicant who submitted does not drop off.
    expect(dropped?.application.slug).not.toBe(first?.application.slug);
  });

  it('keeps every rule of idvkit in twenty runs of all types', async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'idvkit-trigger-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    // So short a secret is a part of most headers.
    const env = { IDV_WEBHOOK_SECRET: 'e' };
    const capture = createTestIo({ cwd, env });
    const capturing = main(['capture', '--port', '0'], capture);
    await expect.poll(() => capture.stderrText).toMatch(/Capturing on (http:\S+)/);
    const [, url = ''] = /Capturing on (http:\S+)/.exec(capture.stderrText) ?? [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const io = createTestIo({ env });
      const argv = ['trigger', TYPES[seed % TYPES.length] ?? '', '--to', url, '--seed', String(seed)];
      expect([await main(argv, io), io.stdoutText]).toEqual([0, 'Delivered\n']);
    }
    capture.interrupt();
    await capturing;

    const judged = createTestIo({ cwd });
    expect(await main(['check', 'idvkit.capture', '--json'], judged)).toBe(0);
    // The report of the command.
    const { rules } = JSON.parse(judged.stdoutText) as {
      readonly rules: readonly { readonly id: string; readonly verdict: string }[];
    };
    expect(rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')).toEqual([]);
    const passed = rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id);
    expect(passed).toEqual(expect.arrayContaining(['event.nounce.unique', 'delivery.content-type.json']));
  });

  it.each([
    [['submit'], 'Allowed choices are submit_form, update_status, drop_off.'],
    [['drop_off', '--outcome', 'fail'], 'nothing is submitted'],
    [['submit_form', '--aml-bytes', '1MB'], 'Add --aml huge.'],
  ])('%j ends with one message', async (argv, message) => {
    const { code, stderr } = await trigger(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(received).toEqual([]);
  });
});
