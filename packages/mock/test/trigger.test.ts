import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { commandLine, createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { reservePort } from '../../../tools/testing/reserve-port.ts';
import { commands } from '../src/lib/cli/commands.ts';
import { startReceiver } from './test-receiver.ts';

const main = commandLine(commands);

interface Delivery {
  readonly event: { readonly nounce: string };
  readonly application: { readonly slug: string };
}

/** Starts a receiver that answers with these statuses, and returns how to trigger deliveries to it. */
async function receiving(...plan: number[]) {
  const receiver = await startReceiver(...(plan.length === 0 ? [204] : plan));
  onTestFinished(() => receiver.close());
  const trigger = async (...argv: readonly string[]) => {
    const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: 'hush' } });
    const code = await main(['trigger', ...argv, '--to', receiver.url], io);
    return { code, stdout: io.stdoutText, stderr: io.stderrText };
  };
  return { trigger, received: receiver.received };
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
    const { trigger, received } = await receiving();
    expect(await trigger(...argv)).toMatchObject({ code: 0, stdout: 'Delivered\n' });
    expect(received).toMatchObject([
      { authorization: 'Bearer hush', json: { event: { type: argv[0] }, application: { other_status: status } } },
    ]);
  });

  it('does not repeat a delivery that was answered 4xx, and ends with 1', async () => {
    const { trigger, received } = await receiving(401);
    expect(await trigger('drop_off', '--seed', '1')).toEqual({
      code: 1,
      stdout: 'Not delivered\n',
      stderr: 'drop_off, attempt 1: answered 401\n',
    });
    expect(received).toHaveLength(1);
  });

  it('prints one JSON document, with each attempt', async () => {
    const { trigger } = await receiving(503, 204);
    const { code, stdout } = await trigger('drop_off', '--seed', '1', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        format: 'idvkit.trigger',
        version: 1,
        type: 'drop_off',
        seed: 1,
        delivered: true,
        attempts: [
          { number: 1, outcome: 'answered', status: 503, next: 'retry' },
          { number: 2, outcome: 'answered', status: 204, next: 'delivered' },
        ],
      },
    ]);
  });

  it('prints a document without a status if nothing listens, and ends with 1', async () => {
    const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: 'hush' } });
    const port = await reservePort();
    const code = await main(['trigger', 'drop_off', '--json', '--to', `http://127.0.0.1:${port}/`], io);
    expect([code, JSON.parse(io.stdoutText)]).toMatchObject([
      1,
      { delivered: false, attempts: [{ number: 1, outcome: 'failed', reason: 'refused', next: 'given-up' }] },
    ]);
  });

  it('has another applicant in each run, and names the seed that repeats one', async () => {
    drawing(7, 100, 8, 200, 300, 400);
    const { trigger, received } = await receiving();
    const [, seed = ''] = /^Seed (\d+)$/m.exec((await trigger('submit_form')).stderr) ?? [];
    await trigger('submit_form');
    await trigger('submit_form', '--seed', seed);
    await trigger('drop_off', '--seed', seed);
    const [first, second, repeated, dropped] = received.map(({ json }) => json as unknown as Delivery);
    expect(second?.application.slug).not.toBe(first?.application.slug);
    expect(second?.event.nounce).not.toBe(first?.event.nounce);
    expect(repeated?.application.slug).toBe(first?.application.slug);
    // A receiver that drops what has a known nounce would be right to drop it.
    expect(repeated?.event.nounce).not.toBe(first?.event.nounce);
    // An applicant who submitted does not drop off.
    expect(dropped?.application.slug).not.toBe(first?.application.slug);
  });

  it.each([
    [['submit'], 'Did you mean "submit_form"? Allowed choices are submit_form, update_status, drop_off.'],
    [['submit_form', '--aml', 'sanction'], 'Did you mean "sanctions"?'],
    [['drop_off', '--outcome', 'fail'], 'nothing is submitted'],
    [['submit_form', '--aml', 'huge:many'], '--aml'],
  ])('%j ends with one message', async (argv, message) => {
    const { trigger, received } = await receiving();
    const { code, stderr } = await trigger(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(received).toEqual([]);
  });
});
