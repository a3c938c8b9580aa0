/**
 * Stores a delivery before it is acknowledged, and processes it afterwards, once, in any number of processes:
 * the body goes into a file, a job on Redis names the file, and a worker copies the images before their URLs expire.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CallRefusedError, createClient, type Client } from '@idvkit/schema/client';
import {
  createWebhookHandler,
  dedupeKey,
  isSubmission,
  parseDelivery,
  signedImagesOf,
  type WebhookHandler,
} from '@idvkit/schema/receiver';
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
  /** The service that images come from, and its API token. */
  readonly service?: { readonly baseUrl: string; readonly token: string };
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
  const client = options.service && createClient(options.service);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue<{ body: string }>(queueName, { connection });

  const worker = new Worker<{ body: string }>(
    queueName,
    async ({ data }) => {
      const delivery = parseDelivery(await readFile(join(folder, data.body)));
      if (!isSubmission(delivery)) return;
      const images = signedImagesOf(delivery.extra?.ekyc).map(({ url }) => url);
      if (client !== undefined) await copyImages(images, folder, client);
      // Your own work goes here: it runs once per submission, and again only if it throws.
      await connection.incr(`${queueName}:processed`);
    },
    { connection, concurrency: 8 },
  );

  const handler = createWebhookHandler({
    secret,
    store: async (body, { data: delivery }) => {
      const name = `${sha256(body)}.json`;
      await writeFile(join(folder, name), body, { mode: 0o600 });
      if (delivery === undefined) return; // It cannot be read, and comes again.
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
async function copyImages(urls: readonly string[], folder: string, client: Client): Promise<void> {
  for (const url of urls) {
    try {
      const { bytes } = await client.image({ url });
      await writeFile(join(folder, `${sha256(bytes)}.image`), bytes, { mode: 0o600 });
    } catch (error) {
      // Not of the service, expired or deleted: nothing to retry.
      if (!(error instanceof TypeError || (error instanceof CallRefusedError && error.status < 429))) throw error;
    }
  }
}

/** Reads the settings from the environment. */
export function optionsFromEnvironment(env = process.env): ReceivingOptions {
  const { IDV_WEBHOOK_SECRET: secret, IDV_API_TOKEN: token, IDV_BASE_URL: baseUrl } = env;
  if (secret === undefined) throw new Error('Set IDV_WEBHOOK_SECRET to the secret of the webhook.');
  return {
    secret,
    redisUrl: env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    folder: env['IDV_FOLDER'] ?? 'deliveries',
    ...(baseUrl !== undefined && token !== undefined ? { service: { baseUrl, token } } : {}),
  };
}
