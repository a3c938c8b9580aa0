import { createMock, createPortalClient, type Mock, type PortalClient } from '@idvkit/mock';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let portal: PortalClient;

beforeEach(() => {
  mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') } });
  portal = createPortalClient(async ({ method, path, body }, read) => {
    const response = await mock.fetch(
      new Request(`http://mock.test/_portal${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    if (!response.ok) throw new Error(`${method} ${path} ${response.status}`);
    return read(response.status === 204 ? undefined : await response.json());
  });
});

describe('createPortalClient()', () => {
  it('has every method of the portal in process', () => {
    expect(Object.keys(portal).toSorted()).toEqual(Object.keys(mock.portal).toSorted());
  });

  it('gives what the portal in process gives', async () => {
    const slug = await new ServiceClient(mock.fetch).createSlug();
    await portal.addWebhook({ url: 'http://127.0.0.1:9/hook', secret: 's' });

    const submitted = await portal.submit(slug, { score: 64 });
    await portal.advance({ ms: 1_000 });

    expect(submitted).toEqual(mock.portal.application(slug));
    expect(await portal.deliveries({ slug, bodies: '1' })).toEqual(mock.deliveries);
    expect(await portal.deliveries({ slug: 'another' })).toEqual([]);
    expect(await portal.delete(slug)).toBeUndefined();
  });

  it('reaches other workspaces', async () => {
    const { id } = await portal.addWorkspace({ credit: 2 });

    expect(await portal.workspace(id).credit()).toEqual({ balance: 2 });
    await portal.removeWorkspace(id);
    await expect(portal.workspace(id).credit()).rejects.toThrow(`GET /workspaces/${id}/credit 404`);
  });

  it('refuses an answer that its operation does not give', async () => {
    const other = createPortalClient((_, read) => Promise.resolve({ balance: 'plenty' }).then(read));

    await expect(other.credit()).rejects.toThrow('expected number');
  });
});
