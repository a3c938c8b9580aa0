import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createMock, createPortalClient, type WorkspacePortalClient } from '@idvkit/mock';
import { createClient } from '@idvkit/schema/client';
import { createWebhookHandler, toNodeListener } from '@idvkit/schema/receiver';
import { checkPayload } from '@idvkit/schema/rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createOnboarding } from './onboarding.ts';

// `idvkit harden` names its own mock in the environment.
const baseUrl = process.env['IDV_BASE_URL'] ?? (await createMock().listen()).url;
const secret = process.env['IDV_WEBHOOK_SECRET'] ?? 'whsec-of-the-example';
const operator = createPortalClient(async ({ method, path, body }, read) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/_portal${path}`, { method, headers, body: JSON.stringify(body) });
  return read(response.status === 204 ? undefined : await response.json());
});

const alerts: string[] = [];
const delivered: unknown[] = [];
let portal: WorkspacePortalClient;
let workspace: string;
let server: Server;
let backend: ReturnType<typeof createOnboarding>;

beforeEach(async () => {
  const handler = createWebhookHandler({
    secret,
    on: { submit_form: (delivery, { body }) => receive(delivery, body) },
  });
  server = createServer(toNodeListener(handler));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // A listening server on TCP has a port.
  const { id, token = '' } = await operator.addWorkspace();
  workspace = id;
  portal = operator.workspace(id);
  await portal.addWebhook({ url: `http://127.0.0.1:${port}/hook`, secret });
  const client = createClient({ baseUrl, token });
  alerts.length = 0;
  delivered.length = 0;
  backend = createOnboarding({ client, formSlug: 'kyc-camera', alert: (message) => void alerts.push(message) });
});

afterEach(async () => {
  await operator.removeWorkspace(workspace);
  server.closeAllConnections();
  server.close();
});

function receive(delivery: unknown, body: Uint8Array): void {
  delivered.push(delivery);
  backend.receive(body);
}

/** The slug of the newest application. */
const newestSlug = async (): Promise<string> => (await portal.applications()).at(-1)?.slug ?? '';

describe('createOnboarding()', () => {
  it('creates one application per customer', async () => {
    const first = await backend.start('c-17');

    expect(first).toContain(`${baseUrl}/en/form/kyc-camera/`);
    expect(await backend.start('c-17')).toBe(first);
    expect(await portal.applications()).toHaveLength(1);
  });

  it.each([
    [{}, 'accepted'],
    [{ score: 64 }, 'needs review'],
    [{ score: 3 }, 'rejected'],
  ] as const)('decides when the webhook comes: %j', async (checks, decision) => {
    await backend.start('c-17');
    expect(backend.decisionOf('c-17')).toBe('waiting');

    await portal.submit(await newestSlug(), checks);

    await expect.poll(() => backend.decisionOf('c-17')).toBe(decision);
  });

  it('gets deliveries that keep every rule about their bodies', async () => {
    await backend.start('c-17');
    await portal.submit(await newestSlug());
    await expect.poll(() => delivered).toHaveLength(1);

    expect(checkPayload(delivered[0])).toEqual([]);
  });

  it('says when the workspace has no credit', async () => {
    await portal.setCredit({ balance: 0 });

    expect(await backend.start('c-17')).toBeUndefined();
    expect(alerts).toEqual(['The workspace has no credit: top up.']);
  });

  it('keeps the rules for clients', async () => {
    await backend.start('c-17');
    await backend.start('c-18');
    await portal.submit(await newestSlug());
    await expect.poll(() => backend.decisionOf('c-18')).toBe('accepted');

    const { rules } = await portal.audit();
    expect(rules.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });
});
