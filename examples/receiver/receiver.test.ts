import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createAdaptorServer } from '@hono/node-server';
import { auditReceiver, createReport } from '@idvkit/conformance';
import { createMock, createPortalClient } from '@idvkit/mock';
import { dedupeKey } from '@idvkit/schema';
import { createClient } from '@idvkit/schema/client';
import { fixtures } from '@idvkit/schema/fixtures';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createApp as createExpressApp } from './express.ts';
import { createApp as createHonoApp } from './hono.ts';
import { startReceiving, type Receiving } from './receiving.ts';

const redisUrl = process.env['IDVKIT_TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const hasRedis = await isListening(new URL(redisUrl));
if (!hasRedis) console.warn(`Skipped: no Redis at ${redisUrl}. Start one with: redis-server --port 6379 --save ''`);

function isListening({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port || 6379), hostname);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}

const secret = process.env['IDV_WEBHOOK_SECRET'] ?? 'whsec-of-the-example';
// `idvkit harden` names its own mock in the environment.
const baseUrl = process.env['IDV_BASE_URL'] ?? (await createMock().listen()).url;
const operator = createPortalClient(async ({ method, path, body }, read) => {
  const jsonHeaders = { 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/_portal${path}`, {
    method,
    headers: jsonHeaders,
    body: JSON.stringify(body),
  });
  return read(response.status === 204 ? undefined : await response.json());
});
const frameworks: Readonly<Record<string, (receiving: Receiving) => Server>> = {
  Express: (receiving) => createServer(createExpressApp(receiving)),
  // Without other options, it is a server of node:http.
  Hono: (receiving) => createAdaptorServer({ fetch: createHonoApp(receiving).fetch }) as Server,
};

describe.runIf(hasRedis).each(Object.entries(frameworks))('the receiver in %s', (name, mount) => {
  const queueName = `idvkit-example-${name}-${process.pid}`;
  let folder: string;
  let receiving: Receiving;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idvkit-example-'));
    receiving = await startReceiving({ secret, redisUrl, folder: join(folder, 'deliveries'), queueName });
    server = mount(receiving);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A listening server on TCP has a port.
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await receiving.close();
    const redis = new Redis(redisUrl);
    const keys = [...(await redis.keys(`bull:${queueName}:*`)), `${queueName}:processed`];
    await redis.del(...keys);
    await redis.quit();
    await rm(folder, { recursive: true });
  });

  /** Returns how many submissions were processed, once none is left in the queue. */
  async function processedSoFar(): Promise<number> {
    const queue = new Queue(queueName, { connection: { url: redisUrl } });
    const left = (): Promise<number> => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized');
    await expect.poll(left).toBe(0);
    await queue.close();
    return receiving.processed();
  }

  it('keeps every rule for receivers, and processes each submission once', async () => {
    const audit = await auditReceiver({
      url: `${origin}/webhooks/idv`,
      secret,
      probe: `${origin}/processed`,
      maxBodyBytes: 1_500_000,
      seed: 7,
      timing: { retrySpacingMs: 0, probeQuietMs: 100 },
    });
    const { rules, summary } = createReport(audit);
    expect(rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned').map(({ id }) => id)).toEqual([]);
    expect(rules.find(({ id }) => id === 'receiver.duplicate.processed-once')?.verdict).toBe('passed');
    expect(summary.passed).toBeGreaterThan(14);
  });

  it('processes what the mock delivers, once', async () => {
    const { id, token = '' } = await operator.addWorkspace();
    const portal = operator.workspace(id);
    await portal.addWebhook({ url: `${origin}/webhooks/idv`, secret });
    const client = createClient({ baseUrl, token });
    const { detail } = await client.create({ formSlug: 'kyc-camera' });
    const before = await processedSoFar();

    await portal.submit(detail.slug);
    await expect.poll(() => receiving.processed()).toBe(before + 1);
    await client.resend({ formSlug: 'kyc-camera', slug: detail.slug });
    await expect
      .poll(async () => (await portal.deliveries()).map(({ state }) => state))
      .toEqual(Array(2).fill('delivered'));
    expect(await receiving.processed()).toBe(before + 1);
  });

  it('processes a submission that is sent again after it could not be processed', async () => {
    const delivery = fixtures.submitForm({ seed: 9 });
    const found = dedupeKey(delivery);
    const jobId = createHash('sha256')
      .update(found.kind === 'key' ? found.key : '')
      .digest('hex');
    const queue = new Queue(queueName, { connection: { url: redisUrl } });
    const failed = await queue.add('submit_form', { body: 'missing.json' }, { jobId, attempts: 1 });
    await expect.poll(() => failed.isFailed()).toBe(true);
    const before = await processedSoFar();

    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${origin}/webhooks/idv`, { method: 'POST', headers, body: JSON.stringify(delivery) });
    expect(answer.status).toBe(204);
    await expect.poll(() => receiving.processed()).toBe(before + 1);
    await queue.close();
  });

  it('stores a delivery, readable only by its user, before it answers', async () => {
    const body = JSON.stringify(fixtures.dropOff());
    const headers = { authorization: `Bearer ${secret}` };
    const { status } = await fetch(`${origin}/webhooks/idv`, { method: 'POST', headers, body });
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
    const { mode } = await stat(join(folder, 'deliveries', `${Buffer.from(digest).toString('hex')}.json`));

    expect([status, mode & 0o777]).toEqual([204, 0o600]);
  });
});
