import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

import { createTestClock } from '@idvkit/delivery';
import { describe, expect, it } from 'vitest';

import { loseBody, spoilBody } from '../../../archive/test/written-archive.ts';
import { plannedReceiver, type PlannedReaction } from '../planned-receiver.ts';
import { ODD, useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

describe('sendRun(), as-is', () => {
  it('sends the very bytes, with the headers that came, in every attempt', async () => {
    const headers: [string, string][] = [
      ['Host', 'elsewhere.example'],
      ['X-oDD', '1'],
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', '7'],
      ['Connection', 'keep-alive, X-hop'],
      ['X-hop', '1'],
      ['X-oDD', '2'],
      ['Cookie', '[redacted]'],
    ];
    await runs.sample.keep([ODD], { headers });
    runs.receiver.plan.push(503);
    const { outcomes } = await runs.send(runs.plan({ headers: [['X-New', 'ü']] }));
    expect(outcomes).toMatchObject([{ result: 'delivered', attempts: [{ number: 1 }, { number: 2 }] }]);
    expect(runs.bodies()).toEqual([ODD, ODD]);
    const { rawHeaders } = runs.receiver.arrived[1] ?? { rawHeaders: [] };
    expect(rawHeaders.filter((_, index) => index % 2 === 0)).toEqual([
      'host',
      'connection',
      'authorization',
      'X-oDD',
      'Content-Type',
      'X-oDD',
      'X-New',
      'content-length',
    ]);
    expect(runs.receiver.arrived[1]?.headers).toMatchObject({
      authorization: 'Bearer receiver-secret',
      'x-odd': '1, 2',
      'content-length': String(Buffer.byteLength(ODD)),
    });
  });

  it('sends a chunked body chunked, and no bearer where it is removed', async () => {
    await runs.sample.keep(['{}'], { headers: [['Transfer-Encoding', 'chunked']] });
    await runs.send(runs.plan({ headers: [['Authorization', null]] }));
    expect(runs.receiver.arrived[0]?.headers).toMatchObject({
      'transfer-encoding': 'chunked',
      'content-type': 'application/json',
    });
    expect(runs.receiver.arrived[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each<[PlannedReaction[], string[], string]>([
    [[400], ['4xx: not retried'], 'given-up'],
    [[429], ['4xx: not retried'], 'given-up'],
    [[302], ['3xx: not shown in the specification, not retried'], 'given-up'],
    [['reset'], ['no connection: not shown in the specification, not retried'], 'given-up'],
    [['silence'], ['no answer within 0.2 s: not retried'], 'given-up'],
    [[503, 204], ['5xx: retry 1 of 3 follows', '2xx: delivered'], 'delivered'],
    [
      [500, 502, 503, 504, 204],
      [
        '5xx: retry 1 of 3 follows',
        '5xx: retry 2 of 3 follows',
        '5xx: retry 3 of 3 follows',
        '5xx: retried three times, no more',
      ],
      'given-up',
    ],
  ])('meets %j with the rules %j', async (reactions, rules, result) => {
    await runs.sample.keep(['{}']);
    runs.receiver.plan.push(...reactions);
    const timeoutMs = reactions[0] === 'silence' ? 200 : 30_000;
    const { outcomes } = await runs.send(runs.plan({ timeoutMs }));
    expect(outcomes[0]?.attempts.map(({ rule }) => rule)).toEqual(rules);
    expect(outcomes[0]?.result).toBe(result);
    const written = runs.sample.archive.attemptsOf(1);
    expect(written.map(({ number, outcome }) => [number, outcome === 'started'])).toEqual(
      rules.map((_, index) => [index + 1, false]),
    );
  });

  it('notes a time-out with the time that it took', async () => {
    await runs.sample.keep(['{}']);
    runs.receiver.plan.push('silence');
    const clock = createTestClock({ now: Date.parse('2026-01-05T03:00:00Z') });
    const sent = runs.send(runs.plan({ timeoutMs: 300 }), { clock });
    await expect.poll(() => runs.receiver.arrived.length).toBe(1);
    await clock.advance(300);
    await sent;
    expect(runs.sample.archive.attemptsOf(1)).toMatchObject([
      { at: '2026-01-05T03:00:00.000Z', durationMs: 300, outcome: { failure: 'timed-out' } },
    ]);
  });

  it.each([
    ['answers 413 and closes', 'HTTP/1.1 413 Payload Too Large\r\nconnection: close\r\n\r\n', '4xx: not retried'],
    ['closes', '', 'no connection: not shown in the specification, not retried'],
  ])('goes on after a receiver that %s before it has read the body', async (_what, answer, rule) => {
    const hasty = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write(answer);
        socket.destroySoon();
      });
    });
    hasty.listen(0, '127.0.0.1');
    await once(hasty, 'listening');
    // A listening server on TCP has an address with a port.
    const url = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}/`;
    await runs.sample.keep([`"${'x'.repeat(4_000_000)}"`, '{}']);
    const { outcomes } = await runs.send(runs.plan({ captures: [1, 2], targets: [url, runs.receiver.url] }));
    hasty.close();
    expect(outcomes.map(({ attempts }) => attempts.map((attempt) => attempt.rule))).toEqual([
      [rule],
      ['2xx: delivered'],
      [rule],
      ['2xx: delivered'],
    ]);
  });

  it('does not send what is missing, changed or cut off, and says so', async () => {
    await runs.sample.keep(['{"a":1}', '{"a":2}', '{"a":3}']);
    const { folder } = runs.sample.archive;
    loseBody(folder, 1);
    spoilBody(folder, 2, '{"a');
    spoilBody(folder, 3, '{"a":4}');
    const { outcomes } = await runs.send(runs.plan({ captures: [1, 2, 3] }));
    expect(outcomes.map(({ result, why }) => [result, why])).toEqual([
      ['not-sent', 'its body is missing from the archive'],
      ['not-sent', 'its body is not what was received; run idvkit archive verify'],
      ['not-sent', 'its body is not what was received; run idvkit archive verify'],
    ]);
    expect(runs.bodies()).toEqual([]);
  });

  it.each([
    ['given', ['2', '1', '3']],
    ['recorded', ['1', '2', '3']],
    ['reverse', ['3', '2', '1']],
  ] as const)('sends in the order %s', async (order, expected) => {
    await runs.sample.keep(['1', '2', '3']);
    await runs.send(runs.plan({ captures: [2, 1, 3], order }));
    expect(runs.bodies()).toEqual(expected);
  });

  it('sends duplicates to several targets, in a random order that follows from the seed', async () => {
    const second = await plannedReceiver();
    await runs.sample.keep(['1', '2', '3']);
    const planned = runs.plan({
      captures: [1, 2, 3],
      times: 2,
      order: 'random',
      targets: [runs.receiver.url, second.url],
    });
    const { outcomes } = await runs.send(planned);
    const first = runs.bodies();
    expect(first.toSorted()).toEqual(['1', '1', '2', '2', '3', '3']);
    expect(second.arrived.map(({ body }) => body.toString())).toEqual(first);
    expect(outcomes).toHaveLength(12);
    runs.receiver.arrived.length = 0;
    await runs.send({ ...planned, targets: [runs.receiver.url] });
    expect(runs.bodies()).toEqual(first);
    await second.close();
  });
});
