import { afterEach, describe, expect, it } from 'vitest';

import {
  type Attempt,
  createSender,
  createTestClock,
  type DeliveryContent,
  type DeliveryPolicy,
  type Receiver,
  retrySpacing,
  type Sender,
  type TestClock,
} from '../src/index.ts';
import { type Reaction, type ScriptedReceiver, scriptedReceiver } from './scripted-receiver.ts';

const START = Date.UTC(2026, 0, 5, 3);
const CONTENT: DeliveryContent = { body: (header) => JSON.stringify(header) };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function receiving(...reactions: Reaction[]): Promise<ScriptedReceiver> {
  const receiver = await scriptedReceiver(reactions);
  open.push(receiver);
  return receiver;
}

function sending(policy: Partial<DeliveryPolicy> = {}): { clock: TestClock; sender: Sender } {
  const clock = createTestClock({ now: START });
  let count = 0;
  const sender = createSender({ clock, newNounce: () => `n${++count}`, policy });
  open.push(sender);
  return { clock, sender };
}

const at = ({ url }: { readonly url: string }, id = 'r1'): Receiver => ({ id, url, secret: `secret of ${id}` });
const outcomes = (attempts: readonly Attempt[]): unknown[] =>
  attempts.map(({ outcome }) => (outcome.kind === 'answered' ? outcome.status : outcome.kind));

describe('Sender.deliver()', () => {
  it('sends headers of the content in order, with case and repeats, instead of the same ones of the policy', async () => {
    const receiver = await receiving();
    const { sender } = sending();
    const content: DeliveryContent = {
      body: () => '{}',
      headers: ({ nounce }) => [
        ['X-odd', '1'],
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-odd', nounce],
      ],
    };
    await sender.deliver(at(receiver), content);
    await sender.deliver(at(receiver), content);
    const own = receiver.arrivals.map(({ rawHeaders }) => {
      const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
      return pairs.filter((pair) => /^(authorization|content-type|x-odd):/i.test(pair));
    });
    const expected = (nounce: string): string[] => [
      'authorization: Bearer secret of r1',
      'X-odd: 1',
      'Content-Type: application/json; charset=utf-8',
      `X-odd: ${nounce}`,
    ];
    expect(own).toEqual([expected('n1'), expected('n2')]);
  });

  it('takes the headers of the content instead of those of the policy, whatever their case', async () => {
    const receiver = await receiving();
    const { sender } = sending({ headers: () => ({ 'X-Odd': 'policy', Other: 'policy' }) });
    await sender.deliver(at(receiver), { body: () => '{}', headers: () => [['x-oDD', 'content']] });
    expect(receiver.arrivals[0]?.headers).toMatchObject({ 'x-odd': 'content', other: 'policy' });
  });

  it.each([
    ['all of it', 'short', { text: 'short', complete: true }],
    ['4 KiB of it', 'x'.repeat(9_000), { text: 'x'.repeat(4_096), complete: false }],
    ['what comes within a second', undefined, { text: 'begun', complete: false }],
  ])('keeps the beginning of an answer: %s', async (_, text, expected) => {
    const receiver = await scriptedReceiver([422], (response, status) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      if (text === undefined) response.write('begun');
      else response.end(text);
    });
    open.push(receiver);
    const clock = createTestClock({ now: START });
    const sender = createSender({ clock, newNounce: () => 'n', keepsAnswers: true });
    open.push(sender);
    const [attempt] = await sender.deliver(at(receiver), CONTENT);
    if (attempt?.outcome.kind !== 'answered') throw new Error('No answer');
    if (text === undefined) await clock.advance(1_000);
    const { contentType, bytes, complete } = (await attempt.outcome.body) ?? { bytes: new Uint8Array() };
    expect({ contentType, text: Buffer.from(bytes).toString(), complete }).toEqual({
      contentType: 'text/plain',
      ...expected,
    });
  });

  it('posts JSON with the bearer secret and tells what came of it', async () => {
    const receiver = await receiving(200);
    const { sender } = sending();
    const attempts = await sender.deliver(at(receiver), CONTENT);
    const header = { nounce: 'n1', createdAt: '2026-01-05T03:00:00.000+00:00' };
    expect(attempts).toEqual([
      {
        receiverId: 'r1',
        number: 1,
        ...header,
        startedAt: START,
        endedAt: START,
        outcome: { kind: 'answered', status: 200 },
        next: 'delivered',
      },
    ]);
    const [arrival] = receiver.arrivals;
    expect(arrival).toMatchObject({ method: 'POST', path: '/hooks/idv?v=1', body: JSON.stringify(header) });
    expect(arrival?.headers).toMatchObject({
      authorization: 'Bearer secret of r1',
      'content-type': 'application/json',
      'content-length': String(JSON.stringify(header).length),
    });
  });

  it('retries 5xx three times, each time with a new nounce and creation time, and then gives up', async () => {
    const receiver = await receiving(500, 502, 503, 599, 200);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    const attempts = await delivered;
    expect(attempts.map(({ number, nounce, createdAt, next }) => ({ number, nounce, createdAt, next }))).toEqual([
      { number: 1, nounce: 'n1', createdAt: '2026-01-05T03:00:00.000+00:00', next: 'retry' },
      { number: 2, nounce: 'n2', createdAt: '2026-01-05T03:00:01.000+00:00', next: 'retry' },
      { number: 3, nounce: 'n3', createdAt: '2026-01-05T03:00:02.000+00:00', next: 'retry' },
      { number: 4, nounce: 'n4', createdAt: '2026-01-05T03:00:03.000+00:00', next: 'given-up' },
    ]);
    expect(receiver.arrivals.map(({ body }) => JSON.parse(body))).toEqual(
      attempts.map(({ nounce, createdAt }) => ({ nounce, createdAt })),
    );
  });

  it('stops retrying once an attempt is accepted', async () => {
    const receiver = await receiving(503, 204);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    const attempts = await delivered;
    expect(outcomes(attempts)).toEqual([503, 204]);
    expect(attempts.at(-1)?.next).toBe('delivered');
    expect(receiver.arrivals).toHaveLength(2);
  });

  it.each([400, 401, 404, 408, 410, 422, 429, 499])('does not retry %i', async (status) => {
    const receiver = await receiving(status);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    const attempts = await delivered;
    expect([outcomes(attempts), attempts[0]?.next, receiver.arrivals.length]).toEqual([[status], 'given-up', 1]);
  });

  it.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [300, 'given-up'],
  ])('ends after %i: %s', async (status, next) => {
    const receiver = await receiving(status);
    const { sender } = sending();
    expect(await sender.deliver(at(receiver), CONTENT)).toMatchObject([{ next }]);
  });

  it.each([301, 302, 307, 308])('neither follows nor retries a redirect of %i', async (status) => {
    const elsewhere = await receiving();
    const receiver = await scriptedReceiver([status], (response, code) => {
      response.writeHead(code, { location: elsewhere.url }).end();
    });
    open.push(receiver);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    expect(outcomes(await delivered)).toEqual([status]);
    expect([receiver.arrivals.length, elsewhere.arrivals.length]).toEqual([1, 0]);
  });

  it('counts an answer after 29.999 s', async () => {
    const receiver = await receiving('silence');
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    const arrival = await receiver.arrival(1);
    await clock.advance(29_999, () => sender.settled(1));
    arrival.answer(200);
    const [attempt] = await delivered;
    expect(attempt).toMatchObject({ outcome: { kind: 'answered', status: 200 }, endedAt: START + 29_999 });
  });

  it('tears the connection down after 30 s, does not retry, and does not count a late answer', async () => {
    const receiver = await receiving('silence', 200);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    const arrival = await receiver.arrival(1);
    await clock.advance(30_000, () => sender.settled(1));
    const attempts = await delivered;
    await arrival.dropped;
    arrival.answer(500);
    await clock.advance(600_000, () => sender.settled());
    expect(attempts).toMatchObject([
      { outcome: { kind: 'timed-out' }, endedAt: START + 30_000, next: 'given-up', number: 1 },
    ]);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it('does not retry a refused connection', async () => {
    const receiver = await receiving();
    await receiver.close();
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    expect(await delivered).toMatchObject([
      { outcome: { kind: 'failed', reason: 'refused', code: 'ECONNREFUSED' }, next: 'given-up' },
    ]);
  });

  it('does not retry a connection that breaks before an answer', async () => {
    const receiver = await receiving('reset', 200);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(60_000, () => sender.settled());
    expect(await delivered).toMatchObject([{ outcome: { kind: 'failed', reason: 'reset' }, next: 'given-up' }]);
    expect(receiver.arrivals).toHaveLength(1);
  });

  it.each(['no address', 'ftp://127.0.0.1/', 'http://'])(
    'fails, and does not throw, for the address %j',
    async (url) => {
      const { sender } = sending();
      const attempts = await sender.deliver({ id: 'r1', url, secret: 's' }, CONTENT);
      expect(attempts).toMatchObject([{ outcome: { kind: 'failed', reason: 'unreachable' }, next: 'given-up' }]);
    },
  );

  it('fails, and tells nothing of it, for a secret that no header can carry', async () => {
    const receiver = await receiving();
    const { sender } = sending();
    const attempts = await sender.deliver({ id: 'r1', url: receiver.url, secret: 'top\r\nsecret' }, CONTENT);
    expect(attempts).toMatchObject([{ outcome: { kind: 'failed', reason: 'unreachable' } }]);
    expect(JSON.stringify(attempts)).not.toContain('secret');
  });

  it('delivers to each receiver on its own', async () => {
    const [silent, failing, fine] = [await receiving('silence'), await receiving(500, 500, 200), await receiving(204)];
    const { clock, sender } = sending();
    const deliveries = [silent, failing, fine].map((each, index) => sender.deliver(at(each, `r${index}`), CONTENT));
    await silent.arrival(1);
    await clock.advance(29_000, () => sender.settled(1));
    expect(outcomes((await deliveries[1]) ?? [])).toEqual([500, 500, 200]);
    expect(outcomes((await deliveries[2]) ?? [])).toEqual([204]);
    expect(sender.inFlight).toBe(1);
    await clock.advance(1000);
    expect(outcomes((await deliveries[0]) ?? [])).toEqual(['timed-out']);
    expect(sender.inFlight).toBe(0);
  });

  it('never makes two deliveries of the same creation time, though the clock stands still', async () => {
    const receiver = await receiving();
    const { sender } = sending();
    await sender.deliver(at(receiver), CONTENT);
    const [again] = await sender.deliver(at(receiver), CONTENT);
    expect(again?.createdAt).toBe('2026-01-05T03:00:00.001+00:00');
  });

  it('waits between retries as its policy says', async () => {
    const receiver = await receiving(500, 500, 500, 500);
    const { clock, sender } = sending({ retryDelayMs: retrySpacing([10, 200]) });
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(1000, () => sender.settled());
    expect((await delivered).map(({ startedAt }) => startedAt - START)).toEqual([0, 10, 210, 410]);
  });

  it('takes single decisions from the policy of one delivery', async () => {
    const receiver = await receiving(200, 200);
    const { clock, sender } = sending();
    const delivered = sender.deliver(at(receiver), CONTENT, {
      policy: {
        method: 'PUT',
        maxRetries: 1,
        shouldRetry: () => true,
        headers: () => ({ 'content-type': 'text/plain' }),
        header: (fresh, previous) => ({ ...fresh, nounce: previous?.nounce ?? fresh.nounce }),
      },
    });
    await clock.advance(5000, () => sender.settled());
    const attempts = await delivered;
    expect(attempts.map(({ nounce, next }) => [nounce, next])).toEqual([
      ['n1', 'retry'],
      ['n1', 'delivered'],
    ]);
    expect(
      receiver.arrivals.map(({ method, headers }) => [method, headers.authorization, headers['content-type']]),
    ).toEqual([
      ['PUT', undefined, 'text/plain'],
      ['PUT', undefined, 'text/plain'],
    ]);
  });

  it('tells of each attempt as it ends', async () => {
    const receiver = await receiving(500, 200);
    const clock = createTestClock({ now: START });
    const told: Attempt[] = [];
    const sender = createSender({ clock, newNounce: () => 'n', onAttempt: (attempt) => told.push(attempt) });
    open.push(sender);
    const delivered = sender.deliver(at(receiver), CONTENT);
    await clock.advance(5000, () => sender.settled());
    expect(told).toEqual(await delivered);
  });

  it('throws what its listener throws', async () => {
    const receiver = await receiving(200);
    const onAttempt = (): never => {
      throw new Error('not listening');
    };
    const sender = createSender({ clock: createTestClock(), newNounce: () => 'n', onAttempt });
    open.push(sender);
    await expect(sender.deliver(at(receiver), CONTENT)).rejects.toThrow('not listening');
    expect(sender.inFlight).toBe(0);
  });

  it.each([new RangeError('no body'), 'no body'])('throws what making a body throws: %j', async (thrown) => {
    const { sender } = sending();
    const content = {
      body: (): string => {
        throw thrown;
      },
    };
    const error = await sender.deliver(at({ url: 'http://127.0.0.1:9' }), content).catch((failure: unknown) => failure);
    expect(error).toEqual(thrown instanceof Error ? thrown : new Error('no body'));
    expect(sender.inFlight).toBe(0);
  });
});

describe('Sender.deliver(), cut short', () => {
  it('ends the attempt under way when the signal aborts', async () => {
    const receiver = await receiving('silence');
    const { clock, sender } = sending();
    const controller = new AbortController();
    const delivered = sender.deliver(at(receiver), CONTENT, { signal: controller.signal });
    const arrival = await receiver.arrival(1);
    controller.abort();
    expect(await delivered).toMatchObject([{ outcome: { kind: 'cancelled' }, next: 'given-up' }]);
    await arrival.dropped;
    expect([sender.inFlight, clock.scheduled]).toEqual([0, 0]);
  });

  it('ends the wait for a retry when the signal aborts', async () => {
    const receiver = await receiving(500);
    const { clock, sender } = sending();
    const controller = new AbortController();
    const delivered = sender.deliver(at(receiver), CONTENT, { signal: controller.signal });
    await clock.advance(0, () => sender.settled());
    controller.abort();
    expect(outcomes(await delivered)).toEqual([500]);
    expect(clock.scheduled).toBe(0);
  });

  it('ends everything when the sender closes, and delivers nothing after', async () => {
    const [silent, failing] = [await receiving('silence'), await receiving(500)];
    const { clock, sender } = sending();
    const deliveries = [silent, failing].map((each) => sender.deliver(at(each), CONTENT));
    await silent.arrival(1);
    await clock.advance(0, () => sender.settled(1));
    await sender.close();
    await sender.close();
    expect((await Promise.all(deliveries)).map(outcomes)).toEqual([['cancelled'], [500]]);
    expect(await sender.deliver(at(silent), CONTENT)).toEqual([]);
    expect([sender.inFlight, clock.scheduled]).toEqual([0, 0]);
  });
});

describe('Sender.settled()', () => {
  it('resolves when as few attempts as asked for are under way', async () => {
    const [first, second] = [await receiving('silence'), await receiving('silence')];
    const { sender } = sending();
    const deliveries = [first, second].map((each) => sender.deliver(at(each), CONTENT));
    expect(sender.inFlight).toBe(2);
    const log: string[] = [];
    const one = sender.settled(1).then(() => log.push('one'));
    const none = sender.settled().then(() => log.push('none'));
    (await first.arrival(1)).answer(200);
    await one;
    expect([log, sender.inFlight]).toEqual([['one'], 1]);
    (await second.arrival(1)).answer(200);
    await none;
    await Promise.all(deliveries);
    expect(log).toEqual(['one', 'none']);
  });
});
