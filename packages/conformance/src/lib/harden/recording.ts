import type { LoggedCall, LoggedDelivery, ServiceObserver } from '@idvkit/mock';

/** A request that a client sent, and when. */
export interface SentRequest {
  /** Milliseconds since the start of the recording. */
  readonly afterMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | undefined;
}

/** Calls of a client in a run: enough to repeat them against another mock. */
export interface Recording {
  readonly startedAt: number;
  readonly ms: number;
  /** In the order in which they arrived. */
  readonly requests: readonly SentRequest[];
  /** Calls of endpoints with their statuses, sorted: a replay that has others is not exact. */
  readonly calls: readonly string[];
  /** Statuses that the receivers of the client answered, by address, in order. 0: no answer. */
  readonly answers: ReadonlyMap<string, readonly number[]>;
}

/** Records what a client sends to a mock, and how its receivers answer. */
export class Recorder implements ServiceObserver {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #requests: Promise<SentRequest>[] = [];
  readonly #calls: string[] = [];
  readonly #answers = new Map<string, number[]>();

  constructor(now: () => number) {
    this.#now = now;
    this.#startedAt = now();
  }

  onRequest(request: Request): void {
    const { method, url } = request;
    const afterMs = this.#now() - this.#startedAt;
    const headers = [...request.headers];
    const sent = request.arrayBuffer().then((bytes) => ({
      afterMs,
      method,
      url,
      headers,
      body: bytes.byteLength > 0 ? new Uint8Array(bytes) : undefined,
    }));
    // A request that is cut short was not sent.
    this.#requests.push(sent);
    sent.catch(() => {});
  }

  onCall(_: string, call: Pick<LoggedCall, 'endpoint' | 'status'>): void {
    this.#calls.push(callText(call));
  }

  onAttempt(_: string, { url, attempts }: LoggedDelivery): void {
    const outcome = attempts.at(-1)?.outcome;
    const known = this.#answers.get(url) ?? [];
    known.push(outcome?.kind === 'answered' ? outcome.status : 0);
    this.#answers.set(url, known);
  }

  /** Ends the recording. */
  async end(): Promise<Recording> {
    const ms = this.#now() - this.#startedAt;
    const settled = await Promise.allSettled(this.#requests);
    const requests = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    return { startedAt: this.#startedAt, ms, requests, calls: this.#calls.toSorted(), answers: this.#answers };
  }
}

/** Returns a call with its status: `create 201`. */
export function callText({ endpoint, status }: Pick<LoggedCall, 'endpoint' | 'status'>): string {
  return `${endpoint} ${status}`;
}
