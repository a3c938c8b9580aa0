import { parseJson } from '@idvkit/json';

import { ENDPOINTS } from '../endpoints/endpoint.ts';
import { parseServiceError, type ServiceError } from '../errors/parse-error.ts';
import { retryAdvice } from '../errors/retry-advice.ts';
import { retryAfterMs } from '../errors/retry-after.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { nextWaitMs } from './back-off.ts';
import { CallRefusedError, NoAnswerError, NoCreditError, type CallMade, type CallName } from './call-errors.ts';
import type { ClientClock, Retry } from './client.ts';

/** State that all calls of a client share. */
export interface Caller {
  readonly token: string;
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly clock: ClientClock;
  readonly random: () => number;
  readonly timeoutMs: number;
  readonly maxBackOffs: number;
  readonly maxWaitMs: number;
  readonly maxBytes: number;
  readonly onRetry: (retry: Retry) => void;
}

/** One call of an endpoint. */
export interface Call {
  readonly endpoint: CallName;
  readonly url: string;
  /** JSON; undefined where the call has no body. */
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** An answer in full. */
export interface Answer {
  readonly status: number;
  /** Undefined where it has more bytes than are read. */
  readonly bytes: Uint8Array | undefined;
  readonly retryAfterMs: number | undefined;
  readonly contentType: string | null;
}

/** How often a call is made again after 5xx. @see Specification, "Status codes" */
const MAX_RETRIES = 3;

/** Makes a call until it is answered with 2xx, or must not be made again. */
export async function makeCall(caller: Caller, call: Call): Promise<Answer & CallMade> {
  const { endpoint, signal } = call;
  let backOffs = 0;
  let retries = 0;
  let waitMs = 0;
  for (let tries = 1; ; tries += 1) {
    const answer = await tryOnce(caller, call, tries);
    if (answer.status >= 200 && answer.status < 300) return { ...answer, endpoint, tries };

    const { status, retryAfterMs } = answer;
    const error = errorOf(caller.token, endpoint, answer);
    const advice = retryAdvice(error);
    if (advice === 'back-off') backOffs += 1;
    if (advice === 'at-most-three') retries += 1;
    const isWorthIt =
      (advice === 'back-off' && backOffs <= caller.maxBackOffs) ||
      (advice === 'at-most-three' && retries <= MAX_RETRIES);
    waitMs = nextWaitMs({ retryAfterMs, earlierWaitMs: waitMs, random: caller.random() });
    if (!isWorthIt || waitMs > caller.maxWaitMs) {
      const Refused = status === 461 ? NoCreditError : CallRefusedError;
      throw new Refused({ endpoint, tries }, { status, error, retryAfterMs });
    }
    caller.onRetry({ endpoint, status, tries, waitMs });
    await waited(caller.clock, waitMs, signal);
  }
}

async function tryOnce(caller: Caller, { endpoint, url, body, signal }: Call, tries: number): Promise<Answer> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const stop = (): void => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  let isLate = false;
  const forget = caller.clock.schedule(caller.timeoutMs, () => {
    isLate = true;
    ending.abort(new DOMException('No answer in time', 'TimeoutError'));
  });
  try {
    const request = new Request(url, {
      method: endpoint === 'image' ? 'GET' : ENDPOINTS[endpoint].method,
      headers: {
        accept: endpoint === 'image' ? '*/*' : 'application/json',
        authorization: `Bearer ${caller.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      // Followed, the redirect of an unknown locale would look like an unknown application.
      redirect: 'manual',
      signal: ending.signal,
      ...(body !== undefined && { body }),
    });
    return await until(ending.signal, answerOf(caller, request));
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NoAnswerError({ endpoint, tries }, isLate ? 'timeout' : 'connection', safely(cause, caller.token));
  } finally {
    forget();
    signal?.removeEventListener('abort', stop);
  }
}

async function answerOf(caller: Caller, request: Request): Promise<Answer> {
  const response = await caller.fetch(request);
  // Browsers do not tell the status of a redirect.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  const asked = retryAfterMs(response.headers.get('retry-after'), caller.clock.now());
  const contentType = response.headers.get('content-type');
  return { status, bytes: await readBytes(response.body, caller.maxBytes), retryAfterMs: asked, contentType };
}

/** Returns the result of `promise`, unless the signal aborts first: a `fetch` that was passed in may not heed it. */
function until<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error); // Reason of the abort.
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Waits, or rejects with the reason of the signal. */
function waited(clock: ClientClock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = clock.schedule(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    function stop(): void {
      forget();
      reject(signal?.reason as Error); // Reason of the abort.
    }
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

function errorOf(token: string, endpoint: CallName, { status, bytes }: Answer): ServiceError {
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  // A page for developers may show the headers of the request.
  const json = parseJson(withoutToken(text, token));
  // An image is refused like a result.
  return parseServiceError({
    endpoint: endpoint === 'image' ? 'result' : endpoint,
    status,
    body: json.ok ? json.value : undefined,
  });
}

/** The failure of a connection, without what a `fetch` that was passed in may have put into it. */
function safely(cause: unknown, token: string): Error {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const message = inner instanceof Error ? inner.message || inner.name : 'unknown';
  const safe = new Error(withoutToken(message, token));
  delete safe.stack;
  return safe;
}

function withoutToken(text: string, token: string): string {
  // So short a text is not a secret, and may be part of any word.
  if (token.length < 6) return text;
  return text.replaceAll(token, '[token]').replaceAll(JSON.stringify(token).slice(1, -1), '[token]');
}
