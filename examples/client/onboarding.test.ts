import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { createClient } from '@idvkit/schema/client';
import { createWebhookHandler, toNodeListener } from '@idvkit/schema/receiver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createOnboarding } from './onboarding.ts';

const secret = 'whsec-of-the-example';
const alerts: string[] = [];
let mock: Mock;
let server: Server;
let backend: ReturnType<typeof createOnboarding>;

beforeEach(async () => {
  const handler = createWebhookHandler({ secret, on: { submit_form: (_, { body }) => backend.receive(body) } });
  server = createServer(toNodeListener(handler));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening server on TCP has a port.
  mock = createMock({ webhooks: [{ url: `http://127.0.0.1:${port}/hook`, secret }] });
  const client = createClient({ baseUrl: 'http://idv.test', token: DEFAULT_TOKEN, fetch: mock.fetch });
  alerts.length = 0;
  backend = createOnboarding({ client, formSlug: 'kyc-camera', alert: (message) => void alerts.push(message) });
});

afterEach(async () => {
  await mock.close();
  server.closeAllConnections();
  server.close();
});

/** The slug of the newest application. */
const newestSlug = (): string => mock.portal.applications().at(-1)?.slug ?? '';

describe('createOnboarding()', () => {
  it('creates one application per customer', async () => {
    const first = await backend.start('c-17');

    expect(first).toMatch(/^http:\/\/idv\.test\/en\/form\/kyc-camera\//);
    expect(await backend.start('c-17')).toBe(first);
    expect(mock.portal.applications()).toHaveLength(1);
  });

  it.each([
    [{}, 'accepted'],
    [{ score: 64 }, 'needs review'],
    [{ score: 3 }, 'rejected'],
  ] as const)('decides when the webhook comes: %j', async (checks, decision) => {
    await backend.start('c-17');
    expect(backend.decisionOf('c-17')).toBe('waiting');

    mock.portal.submit(newestSlug(), checks);

    await expect.poll(() => backend.decisionOf('c-17')).toBe(decision);
  });

  it('says when the workspace has no credit', async () => {
    mock.portal.setCredit({ balance: 0 });

    expect(await backend.start('c-17')).toBeUndefined();
    expect(alerts).toEqual(['The workspace has no credit: top up.']);
  });

  it('keeps the rules for clients', async () => {
    await backend.start('c-17');
    await backend.start('c-18');
    mock.portal.submit(newestSlug());
    await expect.poll(() => backend.decisionOf('c-18')).toBe('accepted');

    expect(mock.portal.audit().rules.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
});
