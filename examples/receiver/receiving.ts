/**
 * Stores a delivery before it is acknowledged, and processes it afterwards, once, in any number of processes:
 * the body goes into a file, a job on Redis names the file, and a worker copies the images before their URLs expire.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { dedupeKey, signedImagesOf } from '@idvkit/schema';
import { createWebhookHandler, isSubmission, parseDelivery, type WebhookHandler } from '@idvkit/schema/receiver';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

/** Settings of the receiver. */
export interface ReceivingOptions {
  /** Secret of the webhook, as entered in the portal. */
  readonly secret: string;
  /** For example `redis://127.0.0.1:6379`. */
  readonly redisUrl: string;
  /** Folder of bodies and images. Both are personal data, so only this user may read them. */
  readonly folder: string;
  /** Name of the queue. Default: `idv`. */
  readonly queueName?: string;
  /** Host of the service: images come from no other. An image needs the API token, too. */
  readonly images?: { readonly host: string; readonly token: string };
}

/** A receiver, ready to be mounted in a framework. */
export interface Receiving {
  readonly handler: WebhookHandler;
  /** Counts the submissions that were processed, for `idvkit receiver --probe`. */
  readonly processed: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const DAY_SECONDS = 24 * 60 * 60;
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Connects to Redis and starts a worker. */
export async function startReceiving({ queueName = 'idv', ...options }: ReceivingOptions): Promise<Receiving> {
  const { secret, redisUrl, folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue<{ body: string }>(queueName, { connection });

  const worker = new Worker<{ body: string }>(
    queueName,
    async ({ data }) => {
      const delivery = parseDelivery(await readFile(join(folder, data.body)));
      if (!isSubmission(delivery)) return;
      if (options.images !== undefined)
        await copyImages(signedImagesOf(delivery.extra?.ekyc ?? {}), folder, options.images);
      // Your own work goes here: it runs once per submission, and again only if it throws.
      await connection.incr(`${queueName}:processed`);
    },
    { connection, concurrency: 8 },
  );

  const handler = createWebhookHandler({
    secret,
    store: async (delivery, { body }) => {
      const name = `${sha256(body)}.json`;
      await writeFile(join(folder, name), body, { mode: 0o600 });
      // Retries and resends of a submission have the same key, and a job that exists is not added again.
      const found = dedupeKey(delivery);
      const jobId = sha256(found.kind === 'key' ? found.key : body);
      const job = await queue.add(
        delivery.event.type,
        { body: name },
        {
          jobId,
          attempts: 5,
          backoff: { type: 'exponential', delay: 1_000 },
          removeOnComplete: { age: 30 * DAY_SECONDS },
        },
      );
      // A resend of a submission that could not be processed is another chance, with image URLs that are valid again.
      if (await job.isFailed()) {
        await job.updateData({ body: name });
        await job.retry('failed', { resetAttemptsMade: true });
      }
    },
    on: {},
  });

  return {
    handler,
    processed: async () => Number(await connection.get(`${queueName}:processed`)),
    close: async () => {
      await worker.close();
      await queue.close();
      await connection.quit();
    },
  };
}

/** Copies the images of a submission. Their URLs expire 15 minutes after the event, so a failure is retried soon. */
async function copyImages(
  images: readonly { readonly path: readonly (string | number)[]; readonly url: string }[],
  folder: string,
  { host, token }: { readonly host: string; readonly token: string },
): Promise<void> {
  for (const { url } of images) {
    // A delivery could name any address: only the host of the service gets the token, and only a mock on this machine over http.
    const address = URL.parse(url);
    if (address?.host !== host || (address.protocol !== 'https:' && address.hostname !== '127.0.0.1')) continue;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: 'error' });
    if (response.status === 403 || response.status === 404) continue; // Expired or deleted: nothing to retry.
    if (!response.ok) throw new Error(`Cannot copy an image: ${host} answered ${response.status}.`);
    const bytes = await response.bytes();
    await writeFile(join(folder, `${sha256(bytes)}.image`), bytes, { mode: 0o600 });
  }
}

/** Reads the settings from the environment. */
export function optionsFromEnvironment(env = process.env): ReceivingOptions {
  const { IDV_WEBHOOK_SECRET: secret, IDV_API_TOKEN: token, IDV_HOST: host } = env;
  if (secret === undefined) throw new Error('Set IDV_WEBHOOK_SECRET to the secret of the webhook.');
  return {
    secret,
    redisUrl: env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    folder: env['IDV_FOLDER'] ?? 'deliveries',
    ...(host !== undefined && token !== undefined ? { images: { host, token } } : {}),
  };
}
