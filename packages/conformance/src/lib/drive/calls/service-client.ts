import { request, type Dispatcher } from 'undici';

import type { Condition } from '../../observe/condition.ts';
import { emptyBody } from '../../observe/message-body.ts';
import type { Exchange, HeaderList } from '../../observe/observation.ts';
import { asksTooMuch, backOffMs } from './back-off.ts';
import { callFailure, type CallFailure } from './call-failure.ts';
import { createCallRoute, type CallRoute } from './http-proxy.ts';
import type { Pace } from './pace.ts';
import { readBounded } from './read-bounded.ts';
import type { Recorder, Slot } from './recorder.ts';

/** A call as a scenario wants it made. */
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
  /** Corrects what was declared once the answer is there: for calls that find out what holds. */
  readonly revise?: (condition: Condition, status: number | undefined) => Condition;
}

/** How calls are made. */
export interface ServiceClientOptions {
  readonly recorder: Recorder;
  readonly pace: Pace;
  /** The run's clock, for when calls left. */
  readonly now: () => number;
  /** Lets real time pass. */
  readonly wait: (ms: number) => Promise<void>;
  /** How long a call may take, its body included, in milliseconds. */
  readonly timeoutMs: number;
  /** After so many bytes an answer is not read any further. Default 16 MiB. */
  readonly stopBytes?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onBackOff?: (waitMs: number) => void;
}

/** One attempt at a call. */
interface Attempt {
  readonly exchange: Exchange;
  readonly markRepeated: () => void;
}

/** How often a call that is answered with 429 is made in all, and one that is answered with 5xx. */
const MAX_ATTEMPTS_ON_429 = 7;
const MAX_ATTEMPTS_ON_5XX = 4;
/** After so many calls in a row that no repeating helped, none is repeated any more: the target is what it is. */
const HOPELESS_AFTER = 3;

/**
 * Makes calls and records them. Redirects are not followed; a failure is an exchange without an answer, never an
 * exception; 429 and 5xx are backed off from and the call repeated, each attempt an exchange of its own.
 *
 * @see Specification, "Status codes" (client guidance)
 */
export class ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #route: CallRoute;
  readonly #failures = new WeakMap<Exchange, CallFailure['kind']>();
  /** Calls in a row that no repeating helped. */
  #hopeless = 0;
  /** Until when, by the machine's clock, the target asked not to be called. */
  #quietUntil = 0;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#route = createCallRoute({ connect: { timeout: options.timeoutMs }, headersTimeout: 0, bodyTimeout: 0 });
  }

  /**
   * Makes a call.
   *
   * @returns The exchange of the last attempt.
   * @throws the signal's reason when the run is aborted: nothing else.
   */
  async send(call: Call): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const { exchange, markRepeated } = await this.#options.pace.run(async () => {
        await this.#beQuiet();
        return this.#once(call);
      });
      const maxAttempts = attemptsOn(exchange.response?.status);
      if (asksTooMuch(retryAfterOf(exchange), Date.now())) this.#hopeless = HOPELESS_AFTER;
      if (attempt < maxAttempts && this.#hopeless < HOPELESS_AFTER) this.#backOff(exchange, attempt - 1);
      else if (exchange.failure !== STALE_CONNECTION || attempt > 1) {
        this.#hopeless = maxAttempts > 1 ? this.#hopeless + 1 : 0;
        return exchange;
      }
      markRepeated();
    }
  }

  /** Tells why an exchange has no whole answer; undefined where it has one. */
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
    const slot: Slot<Exchange> = recorder.begin('exchange');
    const at = now();
    const started = performance.now();
    const timeout = AbortSignal.timeout(timeoutMs);
    const seen = (answer: Pick<Exchange, 'response'>, failure?: CallFailure): Attempt => {
      const condition = call.revise?.(call.condition, answer.response?.status) ?? call.condition;
      const exchange = slot.record({
        at,
        condition,
        ...(call.lang === undefined ? {} : { lang: call.lang }),
        ...(call.formSlug === undefined ? {} : { formSlug: call.formSlug }),
        ...(call.slug === undefined ? {} : { slug: call.slug }),
        request: {
          method: call.method,
          url: call.url,
          headers: call.headers,
          body: call.body === undefined ? emptyBody : recorder.keep(call.body),
        },
        ...answer,
        ...(failure === undefined ? {} : { failure: failure.text }),
        ...(call.scenario === undefined ? {} : { scenario: call.scenario }),
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
      answer = await request(call.url, {
        method: call.method,
        headers: call.headers.flat(),
        ...(call.body === undefined ? {} : { body: call.body }),
        responseHeaders: 'raw',
        dispatcher: this.#route.to(call.url),
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
    } catch (error) {
      return seen({}, failureOf(error));
    }
    const read = await readBounded(answer.body, { keepBytes: recorder.bodyBytes, stopBytes });
    const response = {
      status: answer.statusCode,
      headers: pairs(answer.headers),
      body: recorder.keep(read.bytes, Math.max(read.size, read.ended ? 0 : read.bytes.byteLength + 1)),
      durationMs: performance.now() - started,
    };
    if (read.error !== undefined) return seen({ response }, failureOf(read.error));
    if (read.ended) return seen({ response });
    return seen({ response }, { kind: 'too-large', text: `answer larger than ${stopBytes} bytes, not read on` });
  }
}

function retryAfterOf({ response }: Exchange): string | undefined {
  return response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
}

function attemptsOn(status: number = 0): number {
  if (status === 429) return MAX_ATTEMPTS_ON_429;
  return status >= 500 ? MAX_ATTEMPTS_ON_5XX : 1;
}

/** A connection kept alive that the other side closed just before it was used again: not the target's fault. */
const STALE_CONNECTION = callFailure(Object.assign(new Error('closed'), { code: 'UND_ERR_SOCKET' })).text;

/** With `responseHeaders: 'raw'` undici gives names and values in turn, whatever its types say. */
function pairs(headers: unknown): HeaderList {
  if (!Array.isArray(headers)) return [];
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    list.push([String(headers[index]), String(headers[index + 1])]);
  }
  return list;
}
