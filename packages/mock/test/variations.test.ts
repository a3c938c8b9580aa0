import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { allVariations, createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import * as consumer from '@idvkit/schema/consumer';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { main } from './command-line.ts';
import { ServiceClient, type Answer } from './service-client.ts';
import { startReceiver } from './test-receiver.ts';

/** Everything that a short life of some applications shows of the service. */
async function shownBy(variations: readonly string[]): Promise<readonly unknown[]> {
  const receiver = await startReceiver(204);
  const mock = createMock({
    variations,
    clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00.120Z') },
    webhooks: [
      { url: receiver.url, secret: 's' },
      { url: `${receiver.url}?second`, secret: 's' },
    ],
  });
  // Answers that were turned away are asked for again, as clients do.
  const turnedAway: number[] = [];
  const client = new ServiceClient(async (request) => {
    for (;;) {
      const answer = await mock.fetch(request.clone());
      if (answer.status !== 429) return answer;
      turnedAway.push(1);
    }
  });
  const shown: unknown[] = [];
  const show = ({ status, headers, text }: Answer): void => {
    shown.push([status, [...headers].filter(([name]) => name !== 'date'), text]);
  };
  const delays = vi.spyOn(timers, 'setTimeout');
  syncBuiltinESMExports();
  for (const score of [90, 65, 20]) {
    const { json } = await client.create({ body: { answers: { customer_ref: 'c-1' } } });
    const { slug } = consumer.createResponse.parse(json).detail;
    show(await client.result(slug));
    mock.portal.submit(slug, { score, aml: 'pep' });
    mock.portal.changeStatus(slug, { column: 'decision', value: 'Approved' });
    show(await client.result(slug));
    show(await client.create());
    show(await client.resend(slug));
    show(await client.result('nobodys'));
    show(await client.resend('nobodys'));
  }
  const waits = delays.mock.calls.map(([ms]) => ms);
  delays.mockRestore();
  syncBuiltinESMExports();
  await mock.portal.advance({ ms: 0 });
  shown.push(...receiver.received.map(({ text, contentType }) => `${contentType} ${text}`).toSorted());
  const isChunked = mock.deliveries.some(({ attempts }) => attempts.some(({ body }) => body === undefined));
  await mock.close();
  await receiver.close();
  return [...shown, turnedAway.length > 0, isChunked, waits];
}

describe('a variation', () => {
  let plain: readonly unknown[];

  beforeAll(async () => {
    plain = await shownBy([]);
  });

  it('is what differs: without one, the service shows the same again', async () => {
    expect(await shownBy([])).toEqual(plain);
  });

  it.each(allVariations.map(({ id, title }) => [id, title]))('%s shows: %s', async (id) => {
    expect(await shownBy([id])).not.toEqual(plain);
  });

  it('shows beside others in whatever order they are named', async () => {
    const named = ['chunked-bodies', 'unknown-columns', 'unknown-keys', 'no-fractions', 'key-order'];
    expect(await shownBy(named)).toEqual(await shownBy(named.toReversed()));
  });

  it('has an id of its own, and a title', () => {
    const ids = allVariations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title } of allVariations) expect(title).toMatch(/^[a-z].+[^.]$/);
  });

  it('has to be known', async () => {
    expect(() => createMock({ variations: ['nobodys'] })).toThrow('no variation called nobodys');
    const io = createTestIo();
    expect(await main(['--port', '0', '--variation', 'nobodys'], io)).toBe(2);
    expect(io.stderrText).toContain('Unknown variation "nobodys".\nGive all, or one of: unknown-event-types,');
  });

  it('is in every workspace, and all of them at once leave a service that can be used', async () => {
    const mock = createMock({ variations: allVariations.map(({ id }) => id) });
    const { token } = mock.portal.addWorkspace();
    const client = new ServiceClient(mock.fetch);
    const own = await client.create();
    const other = await client.create({ authorization: `Bearer ${token}` });
    await mock.close();

    expect(token).not.toBe(DEFAULT_TOKEN);
    for (const { status, headers } of [own, other]) {
      expect([status, headers.get('content-type')]).toEqual([201, 'Application/JSON;charset=UTF-8']);
    }
  });
});
