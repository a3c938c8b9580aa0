import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { type CallRoute, createCallRoute } from '@idvkit/delivery';
import { retryAfterMs } from '@idvkit/schema';
import { type Dispatcher, errors, request } from 'undici';

import type { Condition } from '../../observe/condition.ts';
import { headerOf, pairsOf, type RawHeaders } from '../../observe/headers.ts';
import { emptyBody } from '../../observe/message-body.ts';
import type { Exchange, HeaderList } from '../../observe/observation.ts';
import { SAFE_METHODS } from '../../observe/safe-methods.ts';
import { callFailure, type CallFailure } from './call-failure.ts';
import type { Pace } from './pace.ts';
import { readBounded } from './read-bounded.ts';
import type { Recorder, Slot } from './recorder.ts';

export interface Call {
  readonly condition: Condition;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array;
  readonly lang?: string;
  readonly formSlug?: string;
  readonly slug?: string;
  readonly scenario?: string;
  /** Corrects the condition after the answer, for calls that explore the target. */
  readonly revise?: (condition: Condition, status: number | undefined) => Condition;
}

export interface ServiceClientOptions {
  readonly recorder: Recorder;
  readonly pace: Pace;
  /** Time of a new event: {@link RunClock.mark}. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly timeoutMs: number;
  readonly stopBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onBackOff?: (waitMs: number) => void;
}

interface Attempt {
  readonly exchange: Exchange;
  readonly markRepeated: () => void;
  /** Set if its connection was most likely at its end before the call. */
  readonly isStale?: boolean;
}

const MAX_ATTEMPTS_ON_429 = 7;
const MAX_ATTEMPTS_ON_5XX = 4;
/** After so many calls in a row that failed despite repeats, nothing is repeated any more. */
const HOPELESS_AFTER = 3;

/**
 * Makes calls and records each attempt. Redirects are not followed; a failure is an exchange without an answer. After 429
 * and 5xx, a call is repeated with back-off. A call whose connection ends without an answer is repeated once if its method is
 * safe, or if the connection had answered before: the other side then closed it as idle. @see Specification, "Status codes" (client guidance)
 */
export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #route: CallRoute;
  readonly #failures = new WeakMap<Exchange, CallFailure['kind']>();
  #hopeless = 0;
  /** Time (machine's clock) until which the target asked not to be called. */
  #quietUntil = 0;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#route = createCallRoute({ connect: { timeout: options.timeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** @throws the signal's reason if the run is aborted. */
  async send(call: Call): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const { exchange, markRepeated, isStale } = await this.#options.pace.run(async () => {
        await this.#beQuiet();
        return this.#once(call);
      });
      const maxAttempts = attemptsOn(exchange.response?.status);
      if (asksTooMuch(retryAfterOf(exchange), Date.now())) this.#hopeless = HOPELESS_AFTER;
      if (attempt < maxAttempts && this.#hopeless < HOPELESS_AFTER) this.#backOff(exchange, attempt - 1);
      else if (isStale !== true || attempt > 1) {
        this.#hopeless = maxAttempts > 1 ? this.#hopeless + 1 : 0;
        return exchange;
      }
      markRepeated();
    }
  }

  /** Makes calls in parallel, in one turn of the pace, and repeats none of them. */
  async sendAtOnce(calls: readonly Call[]): Promise<readonly Exchange[]> {
    const attempts = await this.#options.pace.run(async () => {
      await this.#beQuiet();
      return Promise.all(calls.map((call) => this.#once(call)));
    });
    return attempts.map(({ exchange }) => exchange);
  }

  failureOf(exchange: Exchange): CallFailure['kind'] | undefined {
    return this.#failures.get(exchange);
  }

  async close(): Promise<void> {
    await this.#route.close();
  }

  #backOff(exchange: Exchange, earlierAttempts: number): void {
    const waitMs = backOffMs(retryAfterOf(exchange), earlierAttempts, Date.now());
    this.#quietUntil = Math.max(this.#quietUntil, Date.now() + waitMs);
    this.#options.onBackOff?.(waitMs);
  }

  async #beQuiet(): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const waitMs = this.#quietUntil - Date.now();
    if (waitMs > 0) await this.#options.wait(waitMs);
    this.#options.signal?.throwIfAborted();
  }

  async #once(call: Call): Promise<Attempt> {
    const { recorder, now, signal, timeoutMs, stopBytes = 16 * 2 ** 20 } = this.#options;
    await turnsOfTheEventLoop();
    const slot: Slot<Exchange> = recorder.begin('exchange');
    const at = now();
    const timeout = AbortSignal.timeout(timeoutMs);
    const { method, url, headers, body, condition, revise, ...place } = call;
    const seen = (answer: Pick<Exchange, 'response'>, failure?: CallFailure): Attempt => {
      const exchange = slot.record({
        at,
        condition: revise?.(condition, answer.response?.status) ?? condition,
        ...place,
        request: { method, url, headers, body: body === undefined ? emptyBody : recorder.keep(body) },
        ...answer,
        ...(failure === undefined ? {} : { failure: failure.text }),
      });
      if (failure !== undefined) this.#failures.set(exchange, failure.kind);
      return { exchange, markRepeated: () => slot.record({ ...exchange, repeated: true }) };
    };
    const failureOf = (error: unknown): CallFailure => {
      signal?.throwIfAborted();
      if (!timeout.aborted) return callFailure(error);
      return { kind: 'timed-out', text: `no whole answer within ${timeoutMs / 1000} s` };
    };

    let answer: Dispatcher.ResponseData;
    try {
      answer = await request(url, {
        method,
        headers: headers.flat(),
        body: body ?? null,
        responseHeaders: 'raw',
        dispatcher: this.#route.to(url),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
    } catch (error) {
      return { ...seen({}, failureOf(error)), isStale: isStale(error, method) };
    }
    const read = await readBounded(answer.body, { keepBytes: recorder.bodyBytes, stopBytes });
    // With `responseHeaders: 'raw'` undici returns names and values in turn, unlike its types.
    const answered = pairsOf(answer.headers as unknown as RawHeaders);
    const plain = isWhole(read) ? unzipped(read.bytes, answered, stopBytes) : undefined;
    const response = {
      status: answer.statusCode,
      headers: answered,
      body:
        plain === undefined
          ? recorder.keep(read.bytes, Math.max(read.size, read.ended ? 0 : read.bytes.byteLength + 1))
          : recorder.keep(plain),
      durationMs: Math.max(0, now() - at),
    };
    if (read.error !== undefined) return seen({ response }, failureOf(read.error));
    if (read.ended) return seen({ response });
    return seen({ response }, { kind: 'too-large', text: `answer larger than ${stopBytes} bytes, not read on` });
  }
}

function isWhole({
  bytes,
  size,
  ended,
}: {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly ended: boolean;
}): boolean {
  return ended && bytes.byteLength === size;
}

/** Returns a body without its gzip coding; undefined if it has none, or if that is broken. */
function unzipped(bytes: Uint8Array, headers: HeaderList, maxOutputLength: number): Uint8Array | undefined {
  if (headerOf(headers, 'content-encoding')?.trim().toLowerCase() !== 'gzip') return undefined;
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch {
    // The bytes are kept as they are: they are not JSON.
    return undefined;
  }
}

function retryAfterOf({ response }: Exchange): string | undefined {
  return headerOf(response?.headers ?? [], 'retry-after');
}

function attemptsOn(status: number = 0): number {
  if (status === 429) return MAX_ATTEMPTS_ON_429;
  return status >= 500 ? MAX_ATTEMPTS_ON_5XX : 1;
}

/** True if a connection ended, and it had answered before or a repeat changes nothing. */
function isStale(error: unknown, method: string): boolean {
  if (callFailure(error).kind !== 'reset') return false;
  return SAFE_METHODS.has(method) || (error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0);
}

/** The timers of a mock in this process, then the end of its side, then that of ours. */
const TURNS = 3;

/** Lets connections end that were idle for too long while something else kept the event loop busy. */
async function turnsOfTheEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 60_000;

/** Returns the wait after a 429 in milliseconds, at most a minute: Retry-After, or twice the previous wait. */
export function backOffMs(retryAfter: string | undefined, earlierAttempts: number, now: number): number {
  const growing = Math.min(FIRST_WAIT_MS * 2 ** earlierAttempts, MAX_WAIT_MS);
  const asked = retryAfterMs(retryAfter, now);
  return asked === undefined ? growing : Math.min(Math.max(asked, growing), MAX_WAIT_MS);
}

/** Checks if a 429 asks for a longer wait than a run affords. An earlier retry would ignore it. */
function asksTooMuch(retryAfter: string | undefined, now: number): boolean {
  return (retryAfterMs(retryAfter, now) ?? 0) > MAX_WAIT_MS;
}
