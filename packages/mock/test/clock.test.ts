import { createMock } from '@idvkit/mock';
import { resultResponse } from '@idvkit/schema';
import { describe, expect, it, vi } from 'vitest';

import { ServiceClient } from './service-client.ts';

describe('the clock of a workspace', () => {
  it('is what the Date header and all times say', async () => {
    const mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2030-06-01T00:00:00Z') } });
    const client = new ServiceClient(mock.fetch);
    const created = await client.create();
    const slug = mock.portal.applications()[0]?.slug ?? '';
    await mock.portal.advance({ ms: 90_000 });
    mock.portal.submit(slug);

    const { headers, json } = await client.result(slug);

    expect(created.headers.get('date')).toBe('Sat, 01 Jun 2030 00:00:00 GMT');
    expect(headers.get('date')).toBe('Sat, 01 Jun 2030 00:01:30 GMT');
    expect(resultResponse.parse(json).application.submitted_at).toBe('2030-06-01T00:01:30.000+00:00');
  });

  it('goes as real time does unless told otherwise, and can be frozen', async () => {
    const stopped = vi.spyOn(Date, 'now').mockReturnValue(1_767_582_000_000);
    const mock = createMock();

    const { mode, now } = mock.portal.clock();
    const frozen = mock.portal.setClock({ mode: 'frozen', now: 1_000 });

    expect(mode).toBe('offset');
    expect(now).toBe(1_767_582_000_000);
    expect(frozen).toEqual({ mode: 'frozen', now: 1_000 });
    await mock.close();
    stopped.mockRestore();
  });

  it('is not that of another workspace', async () => {
    const mock = createMock();
    const { id, token } = mock.portal.addWorkspace({ clock: { mode: 'frozen', now: 0 } });
    const client = new ServiceClient(mock.fetch);

    await mock.portal.workspace(id).advance({ ms: 5_000 });
    const { headers } = await client.create({ authorization: `Bearer ${token}` });

    expect(headers.get('date')).toBe('Thu, 01 Jan 1970 00:00:05 GMT');
    expect(mock.portal.clock().now).toBeGreaterThan(1e12);
    await mock.close();
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After until the window is over', async () => {
    const mock = createMock({
      clock: { mode: 'frozen', now: 0 },
      settings: { rateLimit: { requests: 2, windowMs: 10_000 } },
    });
    const client = new ServiceClient(mock.fetch);

    const statuses = [(await client.create()).status, (await client.create()).status];
    await mock.portal.advance({ ms: 2_500 });
    const limited = await client.create();
    await mock.portal.advance({ ms: 7_500 });
    statuses.push((await client.create()).status);

    expect(statuses).toEqual([201, 201, 201]);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '8']);
    expect(mock.portal.applications()).toHaveLength(3);
  });

  it('can be forced now and then, as can a server error, without effect', async () => {
    const mock = createMock({ settings: { tooManyRequestsEvery: 3, serverErrorEvery: 2 } });
    const client = new ServiceClient(mock.fetch);

    const statuses = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await client.create()).status);

    expect(statuses).toEqual([201, 500, 429, 500, 201, 429]);
    expect(mock.portal.applications()).toHaveLength(2);
  });
});
