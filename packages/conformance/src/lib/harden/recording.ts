import type { LoggedDelivery, ServiceObserver } from '@idvkit/mock';

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
  /** Statuses that the receivers of the client answered, by address, in order. 0: no answer. */
  readonly answers: ReadonlyMap<string, readonly number[]>;
}

/** Records what a client sends to a mock, and how its receivers answer. */
export class Recorder implements ServiceObserver {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #requests: Promise<SentRequest>[] = [];
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
    return { startedAt: this.#startedAt, ms, requests, answers: this.#answers };
  }
}
