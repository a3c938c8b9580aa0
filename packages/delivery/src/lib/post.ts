import { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';
// Bun replaces `undici`, but not this path of it, by a client that sends no such request.
import { request } from 'undici/index.js';

import type { Clock } from './clock.ts';
import { connectionFailure } from './connection-failure.ts';
import type { AnswerBody, AttemptOutcome, DeliveryBody, HeaderField } from './delivery-attempt.ts';

export interface Post {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderField[];
  readonly body: DeliveryBody;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly dispatcher: Dispatcher;
  readonly keepsAnswers: boolean;
  readonly signal: AbortSignal;
}

/** Bytes of an answer's body that are read, and thrown away, so that the receiver can finish what it says. */
const DRAINED_BYTES = 65_536;
/** Bytes of an answer that are kept, and the time that they have. */
const KEPT_BYTES = 4_096;
const KEPT_WITHIN_MS = 1_000;

/**
 * Sends one request on a connection of its own and tells its outcome once: when the response headers are there, when
 * time is up, when the connection fails, or when the signal aborts. Time-out and abort tear the connection down; an
 * answer that comes later is not counted.
 *
 * `ended` is called in the very turn in which the clock or the socket spoke, so that what it schedules is on the clock
 * before anything else happens. `broken` is called instead when the body itself could not be read to its end.
 */
export function post(
  { url, method, headers, body, clock, timeoutMs, dispatcher, keepsAnswers, signal }: Post,
  ended: (outcome: AttemptOutcome) => void,
  broken: (error: unknown) => void,
): void {
  const teardown = new AbortController();
  let open = true;
  const close = (): boolean => {
    const first = open;
    open = false;
    return first;
  };
  const cancelTimeout = clock.schedule(timeoutMs, () => {
    if (close()) ended({ kind: 'timed-out' });
    stop();
  });
  const stop = (): void => {
    cancelTimeout();
    signal.removeEventListener('abort', cancelled);
    teardown.abort();
  };
  const cancelled = (): void => {
    if (close()) ended({ kind: 'cancelled' });
    stop();
  };
  signal.addEventListener('abort', cancelled);

  let bodyError: { readonly error: unknown } | undefined;
  const answered = async (): Promise<void> => {
    const response = await request(url, {
      method,
      headers: headers.flat(),
      body: toRequestBody(body, (error) => (bodyError = { error })),
      dispatcher,
      signal: teardown.signal,
      headersTimeout: 0,
      bodyTimeout: 0,
      // A connection that was kept open may be closed by the receiver just as it is used again.
      reset: true,
    });
    const head = keepsAnswers ? readHead(response, clock) : undefined;
    if (close()) ended({ kind: 'answered', status: response.statusCode, ...(head && { body: head }) });
    await head;
    await response.body.dump({ limit: DRAINED_BYTES });
  };
  answered()
    .catch((error: unknown) => {
      if (!close()) return;
      if (bodyError === undefined) ended(connectionFailure(error));
      else broken(bodyError.error);
    })
    .finally(stop)
    .catch(broken);
}

/** Reads the beginning of an answer. Never rejects: what broke off is not complete. */
async function readHead({ body, headers }: Dispatcher.ResponseData, clock: Clock): Promise<AnswerBody> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let complete = false;
  const read = async (): Promise<void> => {
    // No encoding is set, so the parts are bytes.
    for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > KEPT_BYTES) return;
    }
    complete = true;
  };
  const late = Promise.withResolvers<void>();
  const cancel = clock.schedule(KEPT_WITHIN_MS, late.resolve);
  await Promise.race([read().catch(() => {}), late.promise]);
  cancel();
  const contentType = headers['content-type'];
  return {
    ...(typeof contentType === 'string' && { contentType }),
    bytes: Buffer.concat(parts).subarray(0, KEPT_BYTES),
    complete: complete && bytes <= KEPT_BYTES,
  };
}

function toRequestBody(body: DeliveryBody, failed: (error: unknown) => void): string | Uint8Array | Readable {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return Readable.from(reporting(body, failed), { objectMode: false });
}

/** Passes parts on and reports a failure to make one; not an error of the connection, which a stream throws into its source. */
async function* reporting(
  parts: AsyncIterable<Uint8Array>,
  failed: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    try {
      return await iterator.next();
    } catch (error) {
      failed(error);
      throw error;
    }
  };
  try {
    for (let part = await next(); part.done !== true; part = await next()) yield part.value;
  } finally {
    await iterator.return?.();
  }
}
