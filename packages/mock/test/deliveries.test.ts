import { createMock, type Mock } from '@idvkit/mock';
import { lifecycleDelivery, submitFormDelivery } from '@idvkit/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';
import { startReceiver, type TestReceiver } from './test-receiver.ts';

const start = Date.parse('2026-01-05T03:00:00Z');
const SECRET = 'whsec-1';

let mock: Mock;
let client: ServiceClient;
let slug: string;
const receivers: TestReceiver[] = [];

beforeEach(async () => {
  mock = createMock({ clock: { mode: 'frozen', now: start } });
  client = new ServiceClient(mock.fetch);
  slug = await client.createSlug();
});

afterEach(async () => {
  await mock.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiver(...plan: readonly (number | 'never')[]): Promise<TestReceiver> {
  const started = await startReceiver(...plan);
  receivers.push(started);
  mock.portal.addWebhook({ url: started.url, secret: SECRET });
  return started;
}

/** Waits until every delivery under way has its answer, without moving time. */
const settled = (held = 0): Promise<unknown> => mock.portal.advance({ ms: 0, held });

describe('a submission', () => {
  it('is delivered once to each receiver, as the strict schema has it', async () => {
    const [one, other] = [await receiver(204), await receiver(200)];

    mock.portal.submit(slug, { retries: 2, aml: 'pep' });
    await settled();
    await mock.portal.advance({ ms: 3_600_000 });

    for (const { received } of [one, other]) {
      expect(received).toHaveLength(1);
      expect(received[0]).toMatchObject({
        method: 'POST',
        authorization: `Bearer ${SECRET}`,
        contentType: 'application/json',
      });
      expect(submitFormDelivery.safeParse(received[0]?.json).error).toBeUndefined();
    }
    expect(one.received[0]?.json['event']).not.toEqual(other.received[0]?.json['event']);
  });

  it('reaches receivers of its form and its type of event alone', async () => {
    const [all, plain, lifecycle] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    receivers.push(all, plain, lifecycle);
    mock.portal.addWebhook({ url: all.url, secret: SECRET, formSlug: 'kyc-camera', events: ['submit_form'] });
    mock.portal.addWebhook({ url: plain.url, secret: SECRET, formSlug: 'kyc-plain' });
    mock.portal.addWebhook({ url: lifecycle.url, secret: SECRET, events: ['update_status', 'drop_off'] });

    mock.portal.submit(slug);
    await settled();

    expect([all, plain, lifecycle].map(({ received }) => received.length)).toEqual([1, 0, 0]);
  });

  it('is delivered with what the result says, signed URLs apart', async () => {
    const { received } = await receiver();

    mock.portal.submit(slug, { aml: 'sanctions', retries: 1 });
    await settled();

    const { json } = await client.result(slug);
    const unsigned = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/\?q=[^"]+/g, ''));
    const { event: _event, ...delivered } = received[0]?.json ?? {};
    expect(unsigned(delivered)).toEqual(unsigned(json));
  });

  it('is streamed where the screening is huge', async () => {
    const { received } = await receiver();

    mock.portal.submit(slug, { aml: 'huge', amlBytes: 5_000_000 });
    await settled();

    expect(Buffer.byteLength(received[0]?.text ?? '') / 5_000_000).toBeCloseTo(1, 1);
    expect(submitFormDelivery.safeParse(received[0]?.json).error).toBeUndefined();
    expect(mock.deliveries[0]?.attempts[0]?.body).toBeUndefined();
  });
});

describe('retries', () => {
  it('follow a 5xx three times, each with a new nounce and its own image URLs', async () => {
    const { received } = await receiver(500, 503, 599, 500);

    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 60_000 });

    const bodies = received.map(({ json }) => submitFormDelivery.parse(json));
    expect(bodies).toHaveLength(4);
    expect(new Set(bodies.map(({ event }) => event.nounce)).size).toBe(4);
    expect(bodies.map(({ event }) => Date.parse(event.created_at) - start)).toEqual([0, 1_000, 2_000, 3_000]);
    const keys = bodies.map(({ application }) => `${application.slug} ${application.submitted_at}`);
    expect(new Set(keys).size).toBe(1);
    expect(mock.deliveries[0]).toMatchObject({ state: 'given-up' });
  });

  it('end with the first 2xx', async () => {
    const { received } = await receiver(500, 204);

    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 60_000 });

    expect(received).toHaveLength(2);
  });

  it.each([301, 400, 401, 404, 410, 422, 429])('do not follow a %d', async (status) => {
    const { received } = await receiver(status);

    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 3_600_000 });

    expect(received).toHaveLength(1);
  });

  it('do not follow silence, which lasts 30 s', async () => {
    const { received } = await receiver('never');
    mock.portal.submit(slug);

    await mock.portal.advance({ ms: 29_999, held: 1 });
    const waiting = mock.deliveries[0]?.attempts;
    await mock.portal.advance({ ms: 1, held: 1 });
    await mock.portal.advance({ ms: 3_600_000 });

    expect(waiting).toEqual([]);
    expect(mock.deliveries[0]?.attempts).toMatchObject([
      { outcome: { kind: 'timed-out' }, next: 'given-up', startedAt: start, endedAt: start + 30_000 },
    ]);
    expect(received).toHaveLength(1);
  });

  it('come after the waits that the settings say', async () => {
    mock.portal.setSettings({ retrySpacingMs: [1_000, 60_000] });
    await receiver(500);

    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 300_000 });

    expect(mock.deliveries[0]?.attempts.map(({ startedAt }) => startedAt - start)).toEqual([0, 1_000, 61_000, 121_000]);
  });

  it('leave other receivers alone', async () => {
    const [failing, fine] = [await receiver(500), await receiver(204)];

    mock.portal.submit(slug);
    await mock.portal.advance({ ms: 60_000 });

    expect([failing.received.length, fine.received.length]).toEqual([4, 1]);
  });
});

describe('a resend', () => {
  it('delivers the same content with a new nounce, a later created_at and fresh image URLs', async () => {
    const { received } = await receiver();
    mock.portal.submit(slug, { aml: 'pep' });
    await mock.portal.advance({ ms: 5_000 });

    await client.resend(slug);
    await settled();

    const [first, again] = received.map(({ json }) => submitFormDelivery.parse(json));
    expect(again?.application).toEqual(first?.application);
    expect(again?.answers).toEqual(first?.answers);
    expect(again?.event.nounce).not.toBe(first?.event.nounce);
    expect(Date.parse(again?.event.created_at ?? '')).toBeGreaterThan(Date.parse(first?.event.created_at ?? ''));
    const [firstUrl, againUrl] = [first, again].map((body) => body?.extra.ekyc?.liveness?.url);
    expect(againUrl).not.toBe(firstUrl);
  });

  it('delivers nothing before submission, nor after an expiry', async () => {
    const { received } = await receiver();

    await client.resend(slug);
    mock.portal.expire(slug, { started: false });
    await client.resend(slug);
    await mock.portal.advance({ ms: 60_000 });

    expect(received).toEqual([]);
  });
});

describe('lifecycle events', () => {
  it('say that a status changed', async () => {
    const { received } = await receiver();

    mock.portal.changeStatus(slug, { column: 'aml', value: 'Need Review' });
    await settled();

    const { event, application } = lifecycleDelivery.parse(received[0]?.json);
    expect([event.type, application.other_status['aml']]).toEqual(['update_status', 'Need Review']);
  });

  it('say that a started form expired, when its time has come', async () => {
    const { received } = await receiver();
    mock.portal.setSettings({ formLifetimeMs: 60_000 });
    const [started, untouched] = [await client.createSlug(), await client.createSlug()];
    await client.at(new URL(mock.portal.application(started).formUrl).pathname, { authorization: null });

    await mock.portal.advance({ ms: 59_999 });
    const before = mock.portal.application(started).state;
    await mock.portal.advance({ ms: 1 });

    expect([before, mock.portal.application(started).state, mock.portal.application(untouched).state]).toEqual([
      'open',
      'expired',
      'expired',
    ]);
    expect(received.map(({ json }) => lifecycleDelivery.parse(json))).toMatchObject([
      { event: { type: 'drop_off' }, application: { slug: started, status: 'expired' } },
    ]);
  });

  it('do not come of a submitted application whose form would expire', async () => {
    const { received } = await receiver();
    mock.portal.submit(slug);

    await mock.portal.advance({ ms: 30 * 24 * 3_600_000 });

    expect(received).toHaveLength(1);
    expect(mock.portal.application(slug).state).toBe('submitted');
  });
});
