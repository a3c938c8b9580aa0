import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../src/lib/main.ts';

interface Delivery {
  readonly event: { readonly type: string };
  readonly application: { readonly other_status: Readonly<Record<string, string>> };
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
    expect(await trigger('drop_off')).toEqual({
      code: 1,
      stdout: 'Not delivered\n',
      stderr: 'drop_off, attempt 1: answered 401\n',
    });
    expect(received).toHaveLength(1);
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
