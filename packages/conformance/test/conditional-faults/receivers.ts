import { Dispatcher } from 'undici';

/** What a receiver answers an attempt: a status, or nothing at all. */
export type ReceiverAnswer = number | 'silence';

/** A delivery attempt as it arrives. */
export interface Arrived {
  readonly to: string;
  readonly method: string;
  readonly headers: unknown;
  readonly body: string;
}

/** Receivers without sockets: they keep what arrives and answer by a plan. */
export class Receivers extends Dispatcher {
  readonly #attempts = new Map<string, number>();
  #plans: readonly (readonly ReceiverAnswer[])[] = [];
  #arrived: Arrived[] = [];

  /** Plans the answers of each receiver to the attempts from now on: the last one goes on. */
  plan(plans: readonly (readonly ReceiverAnswer[])[]): void {
    this.#plans = plans;
    this.#attempts.clear();
  }

  get hasArrived(): boolean {
    return this.#arrived.length > 0;
  }

  /** Returns what arrived since it was asked last. */
  take(): readonly Arrived[] {
    const arrived = this.#arrived;
    this.#arrived = [];
    return arrived;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const to = String(options.origin);
    const attempt = this.#attempts.get(to) ?? 0;
    this.#attempts.set(to, attempt + 1);
    this.#arrived.push({ to, method: options.method, headers: options.headers, body: textOf(options.body) });
    const plan = this.#plans[Number(/\d+/.exec(to)?.[0]) - 1] ?? [200];
    const answer = plan[Math.min(attempt, plan.length - 1)] ?? 200;
    const controller = controllerOf((reason) => handler.onResponseError?.(controller, reason));
    handler.onRequestStart?.(controller, {});
    if (answer !== 'silence') {
      handler.onResponseStart?.(controller, answer, {}, '');
      handler.onResponseEnd?.(controller, {});
    }
    return true;
  }
}

/** Returns a body that is a text: only huge ones, which the walk has none of, are not. */
function textOf(body: Dispatcher.DispatchOptions['body']): string {
  if (typeof body !== 'string') throw new Error('A delivery of the walk is small');
  return body;
}

function controllerOf(onAbort: (reason: Error) => void): Dispatcher.DispatchController {
  let aborted = false;
  return {
    get aborted() {
      return aborted;
    },
    paused: false,
    reason: null,
    abort: (reason: Error) => {
      if (!aborted) onAbort(reason);
      aborted = true;
    },
    pause: () => {},
    resume: () => {},
  };
}
