import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { compareBearer } from '@idvkit/schema/bearer';

import { InFlight } from './in-flight.ts';

/** What is known of a delivery before its body. */
export interface DeliveryHead {
  /** Path that it came to, without the query. */
  readonly path: string;
  /** Headers with lower-case names, without Authorization. */
  readonly headers: Omit<IncomingHttpHeaders, 'authorization'>;
}

/** A delivery that was acknowledged. */
export interface ReceivedDelivery<Stored> extends DeliveryHead {
  /** The body: its bytes, or what `store` made of it. */
  readonly body: Stored;
  /** Length of the body. */
  readonly bytes: number;
  /** SHA-256 of the body in hexadecimal. */
  readonly sha256: string;
}

/** How to receive. */
export interface ReceiverOptions<Stored = Uint8Array> {
  /** The secret as entered in the portal: one for whatever path, or one for each path that deliveries may come to. */
  readonly secrets: string | Readonly<Record<string, string>>;
  /** Longest body that is taken, in bytes. Default: 256 MiB in memory, no limit with `store`. */
  readonly maxBytes?: number;
  /** Takes the body in while it arrives, before it is acknowledged. If it throws, the answer is 500. */
  readonly store?: (body: AsyncIterable<Uint8Array>, head: DeliveryHead) => Promise<Stored>;
  /** Does what is to be done with a delivery, after it was acknowledged. */
  readonly onDelivery: (delivery: ReceivedDelivery<Stored>) => void | Promise<void>;
  /** Told what `store` or `onDelivery` threw, and of connections that broke half-way. Default: nobody is. */
  readonly onError?: (error: unknown, head: DeliveryHead) => void;
}

/** A request listener for a `node:http` or `node:https` server. */
export interface DeliveryListener {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Resolves once nothing that arrived is left to be done. */
  settled(): Promise<void>;
}

/**
 * Makes the client's end of a webhook: it compares the secret in constant time, streams the body, acknowledges first and
 * hands over afterwards.
 *
 * Answers 204 when the body is taken in; 401 for a wrong secret or none; 404 on a path without one; 405 for anything
 * but POST; 413 for a body that is too long; 500 when it could not be stored. What is refused is not stored.
 *
 * @see Specification, "Delivery rules"
 *
 * @example
 * const receive = createReceiver({ secrets: secret, onDelivery: ({ body }) => queue.add(JSON.parse(body.toString())) });
 * http.createServer(receive).listen(4020);
 */
export function createReceiver(options: ReceiverOptions & { readonly store?: never }): DeliveryListener;
export function createReceiver<Stored>(
  options: ReceiverOptions<Stored> & Required<Pick<ReceiverOptions<Stored>, 'store'>>,
): DeliveryListener;
export function createReceiver<Stored>(options: ReceiverOptions<Stored>): DeliveryListener {
  const { onDelivery } = options;
  // Without `store`, the first overload has made the type of what is stored that of bytes.
  const store = options.store ?? (inMemory as unknown as NonNullable<typeof options.store>);
  const maxBytes = options.maxBytes ?? (options.store === undefined ? IN_MEMORY_BYTES : Number.POSITIVE_INFINITY);
  const work = new InFlight();

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const head = headOf(request);
    const refusal = refuse(request, head.path, options.secrets);
    if (refusal !== undefined) return turnAway(request, response, refusal);
    const incoming = new IncomingBody(request, maxBytes);
    let body: Stored;
    try {
      body = await store(incoming.parts(), head);
      await incoming.toTheEnd();
    } catch (error) {
      if (!incoming.tooLong) options.onError?.(error, head);
      return turnAway(request, response, incoming.tooLong ? 413 : 500);
    }
    await answer(response, 204);
    try {
      await onDelivery({ ...head, body, bytes: incoming.bytes, sha256: incoming.sha256() });
    } catch (error) {
      options.onError?.(error, head);
    }
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    work.enter();
    void receive(request, response).finally(() => work.leave());
  };
  return Object.assign(listener, { settled: () => work.atMost(0) });
}

const IN_MEMORY_BYTES = 256 * 2 ** 20;
/** What is read of a body that nobody wants, so that the sender gets to read the refusal. */
const UNWANTED_BYTES = 2 ** 20;

/** A body on its way in: measured, hashed and cut off at its limit. */
class IncomingBody {
  readonly #request: IncomingMessage;
  readonly #maxBytes: number;
  readonly #hash = createHash('sha256');
  bytes = 0;
  tooLong = false;

  constructor(request: IncomingMessage, maxBytes: number) {
    this.#request = request;
    this.#maxBytes = maxBytes;
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    // Stays open when its reader stops early: the answer goes over the same connection.
    for await (const part of this.#request.iterator({ destroyOnReturn: false })) {
      // A request without an encoding is made of buffers.
      const chunk = part as Uint8Array;
      this.bytes += chunk.byteLength;
      this.tooLong = this.bytes > this.#maxBytes;
      if (this.tooLong) throw new RangeError(`The body is longer than ${this.#maxBytes} bytes`);
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  async toTheEnd(): Promise<void> {
    if (this.#request.readableEnded) return;
    const rest = this.parts();
    while ((await rest.next()).done !== true);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

async function inMemory(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

function headOf({ url = '/', headers: { authorization: _secret, ...headers } }: IncomingMessage): DeliveryHead {
  return { path: url.replace(/\?.*$/s, ''), headers };
}

function refuse(
  { method, headers }: IncomingMessage,
  path: string,
  secrets: ReceiverOptions['secrets'],
): number | undefined {
  const secret = typeof secrets === 'string' ? secrets : Object.entries(secrets).find(([own]) => own === path)?.[1];
  if (secret === undefined) return 404;
  if (compareBearer(headers.authorization, secret) !== 'match') return 401;
  return method === 'POST' ? undefined : 405;
}

async function turnAway(request: IncomingMessage, response: ServerResponse, status: number): Promise<void> {
  let unwanted = 0;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      unwanted += (part as Uint8Array).byteLength;
      if (unwanted > UNWANTED_BYTES) break;
    }
  } catch {
    // Gone already: nobody reads the answer.
  }
  await answer(response, status, { connection: 'close', ...(status === 405 && { allow: 'POST' }) });
}

/** Resolves when the answer has left, or can no longer. */
function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    response.once('close', resolve);
    response.writeHead(status, headers).end(resolve);
  });
}
