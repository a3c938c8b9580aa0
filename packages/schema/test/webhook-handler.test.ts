import { fixtures } from '@idvkit/schema/fixtures';
import { createMemoryDedupe, createWebhookHandler, toNodeListener, type NodeRequest } from '@idvkit/schema/receiver';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const SECRET = 'whsec_1';

function post(body: unknown, { secret = SECRET, method = 'POST' } = {}): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request('https://client.example.com/hook', {
    method,
    headers: { authorization: `Bearer ${secret}` },
    ...(method === 'POST' && { body: text }),
  });
}

/** Handles deliveries and waits for the work after them. */
function handling(options: Omit<Parameters<typeof createWebhookHandler>[0], 'secret'>) {
  const handler = createWebhookHandler({ secret: SECRET, ...options });
  return async (request: Request): Promise<number> => {
    const work: Promise<unknown>[] = [];
    const { status } = await handler(request, { waitUntil: (each) => work.push(each) });
    await Promise.all(work);
    return status;
  };
}

describe('createWebhookHandler()', () => {
  it('acknowledges first, and calls the function of the event type with the delivery and its body', async () => {
    const calls: unknown[] = [];
    const handler = createWebhookHandler({
      secret: SECRET,
      on: {
        submit_form: (delivery, { body, issues }) =>
          void calls.push([delivery, JSON.parse(String(Buffer.from(body))), issues]),
      },
    });
    const sent = fixtures.submitForm();
    const work: Promise<unknown>[] = [];

    const response = await handler(post(sent), { waitUntil: (each) => work.push(each) });

    expect([response.status, calls]).toEqual([204, []]);
    await Promise.all(work);
    expect(calls).toEqual([[sent, sent, []]]);
  });

  it.each([
    ['another secret', post(fixtures.submitForm(), { secret: 'other' }), 401],
    ['another method', post('', { method: 'GET' }), 405],
    ['half a document', post('{"event":'), 500],
    ['a submission without a slug', post('{"event":{"type":"submit_form"},"application":{}}'), 500],
    ['a body over the limit', post(`"${'x'.repeat(100_000)}"`), 413],
    ['an unknown type', post('{"event":{"type":"archived"},"application":[]}'), 204],
    ['a type without a function', post(fixtures.dropOff()), 204],
  ])('answers %s', async (_, request, status) => {
    const fail = (): never => expect.fail('No function must be called');
    const handle = handling({ on: { submit_form: fail }, maxBytes: 90_000, onError: () => {} });

    expect(await handle(request)).toBe(status);
  });

  it('stores what cannot be read and what is of an unknown type, and sets no limit', async () => {
    const stored: unknown[] = [];
    const errors: unknown[] = [];
    const handle = handling({
      store: (body, { success }) => stored.push([body.byteLength, success]),
      on: {},
      onError: (error) => errors.push(error),
    });
    const large = `{"event":{"type":"submit_form"},"application":{"slug":"s"},"extra":{"x":"${' '.repeat(65 * 2 ** 20)}"}}`;
    const statuses = [
      await handle(post('{"event":')),
      await handle(post('{"event":{"type":"archived"}}')),
      await handle(post(large)),
    ];
    expect([statuses, stored]).toEqual([
      [500, 204, 204],
      [[9, false], [29, true], [large.length, true]], // prettier-ignore
    ]);
    expect(errors).toMatchObject([{ name: 'DeliveryError', code: 'truncated' }]);
  });

  it('processes a submission once, and every status change', async () => {
    const calls: string[] = [];
    const handle = handling({
      on: { submit_form: () => void calls.push('submission'), update_status: () => void calls.push('change') },
    });
    const change = fixtures.updateStatus();

    for (const body of [fixtures.submitForm(), change, fixtures.submitForm(), change]) {
      expect(await handle(post(body))).toBe(204);
    }

    expect(calls).toEqual(['submission', 'change', 'change']);
  });

  it('stores before it acknowledges, and has the service deliver again if that fails', async () => {
    const errors: unknown[] = [];
    const calls: string[] = [];
    let isDown = true;
    const handle = handling({
      store: () => {
        if (isDown) throw new Error('down');
        calls.push('stored');
      },
      on: { submit_form: () => void calls.push('processed') },
      onError: (error) => errors.push(error),
    });

    expect(await handle(post(fixtures.submitForm()))).toBe(500);
    isDown = false;
    expect(await handle(post(fixtures.submitForm()))).toBe(204);

    expect(calls).toEqual(['stored', 'processed']);
    expect(errors).toEqual([new Error('down')]);
  });

  it('acknowledges a resend only if it is stored itself, while the first delivery is being stored', async () => {
    const { promise: stored, reject: fail } = Promise.withResolvers<void>();
    const stores = [() => stored, () => Promise.reject(new Error('down')), () => {}];
    const errors: unknown[] = [];
    const handle = handling({ store: () => stores.shift()?.(), on: {}, onError: (error) => errors.push(error) });

    const first = handle(post(fixtures.submitForm()));
    const resend = handle(post(fixtures.submitForm()));
    expect(await resend).toBe(500);
    fail(new Error('down'));

    expect(await first).toBe(500);
    expect(await handle(post(fixtures.submitForm()))).toBe(204);
    expect(errors).toHaveLength(2);
  });

  it('stores a resend of a submission that was processed', async () => {
    const calls: string[] = [];
    const handle = handling({
      store: () => void calls.push('stored'),
      on: { submit_form: () => void calls.push('processed') },
    });

    await handle(post(fixtures.submitForm()));
    await handle(post(fixtures.submitForm()));

    expect(calls).toEqual(['stored', 'processed', 'stored']);
  });

  it('processes a submission again after its function failed', async () => {
    const errors: unknown[] = [];
    let calls = 0;
    const submit_form = (): void => {
      calls += 1;
      if (calls === 1) throw new Error('first');
    };
    const handle = handling({ on: { submit_form }, onError: (error) => errors.push(error) });

    expect(await handle(post(fixtures.submitForm()))).toBe(204);
    expect(await handle(post(fixtures.submitForm()))).toBe(204);

    expect([calls, errors]).toEqual([2, [new Error('first')]]);
  });

  it('survives an onError that fails, and processes the submission again', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => written.mockRestore());
    let calls = 0;
    const submit_form = (): void => {
      calls += 1;
      throw new Error('function');
    };
    const handle = handling({ on: { submit_form }, onError: () => Promise.reject(new Error('onError')) });

    expect(await handle(post(fixtures.submitForm()))).toBe(204);
    expect(await handle(post(fixtures.submitForm()))).toBe(204);

    expect(calls).toBe(2);
    expect(written.mock.calls.map(([, error]) => error as unknown)).toEqual([
      new Error('onError'),
      new Error('onError'),
    ]);
  });

  it('answers 500 if the memory of submissions fails', async () => {
    const claim = (): never => {
      throw new Error('no database');
    };
    const errors: unknown[] = [];
    const handle = handling({ on: {}, dedupe: { claim, release: () => {} }, onError: (error) => errors.push(error) });

    expect(await handle(post(fixtures.submitForm()))).toBe(500);
    expect(errors).toEqual([new Error('no database')]);
  });

  it('does not compile with an event type that does not exist', () => {
    // @ts-expect-error submitform is not a type of an event
    createWebhookHandler({ secret: SECRET, on: { submitform: () => {} } });

    expect(() => createWebhookHandler({ secret: '', on: {} })).toThrow('the secret is empty');
  });
});

describe('createMemoryDedupe()', () => {
  it('forgets the oldest key beyond its size', () => {
    const { claim } = createMemoryDedupe({ maxKeys: 2 });

    expect(['a', 'b', 'a', 'c', 'a'].map(claim)).toEqual([true, true, false, true, true]);
  });
});

describe('toNodeListener()', () => {
  const listener = toNodeListener(createWebhookHandler({ secret: SECRET, on: {} }));

  /** Status and text of the answer to a request. */
  function answered(request: NodeRequest): Promise<readonly [status: number | undefined, text: string]> {
    let status: number | undefined;
    return new Promise((resolve) => {
      listener(request, { writeHead: (given) => (status = given), end: (text) => resolve([status, text]) });
    });
  }

  it('says what to do if a body parser read the body before', async () => {
    const request = { method: 'POST', readableEnded: true, async *[Symbol.asyncIterator]() {} };

    expect(await answered({ ...request, headers: { authorization: `Bearer ${SECRET}` } })).toEqual([
      500,
      'Mount the webhook handler before body parsers: the body was read already.',
    ]);
    expect(await answered({ ...request, headers: { authorization: 'Bearer other' } })).toEqual([401, '']);
  });

  it.each(['GET', 'TRACE', 'CONNECT', undefined])('answers 405 to %s', async (method) => {
    const request = { method, headers: {}, readableEnded: false, async *[Symbol.asyncIterator]() {} };

    expect(await answered(request)).toEqual([405, '']);
  });

  it('survives a connection that breaks within the body', async () => {
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}` },
      readableEnded: false,
      async *[Symbol.asyncIterator]() {
        yield new Uint8Array([0x7b]);
        throw new Error('aborted');
      },
    };

    expect(await answered(request)).toEqual([500, '']);
  });
});
