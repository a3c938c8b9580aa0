import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { compareBearer, listen, pause, stopListening, systemClock } from '@idvkit/delivery';
import { stringAt } from '@idvkit/json';

import { pairsOf, withoutAuthorization } from '../../observe/headers.ts';
import type { Delivery, ReceiverAnswer } from '../../observe/observation.ts';
import { readBounded } from './read-bounded.ts';
import type { Recorder, Slot } from './recorder.ts';
import type { RunClock } from './run-clock.ts';
import { RunProblemError } from './run-problem.ts';

export type PlannedAnswer =
  | { readonly kind: 'status'; readonly status: number; /** On the run's clock. */ readonly afterMs?: number }
  | { readonly kind: 'hold' };

/** Answers to successive deliveries about one application at one receiver; `afterwards` answers all later ones. */
export interface AnswerPlan {
  /** Event type that the plan is for; others are acknowledged. Default: all. */
  readonly type?: string;
  readonly answers: readonly PlannedAnswer[];
  readonly afterwards: PlannedAnswer;
}

export const ACKNOWLEDGE: Extract<PlannedAnswer, { kind: 'status' }> = { kind: 'status', status: 204 };

export function answerWith(...statuses: readonly number[]): AnswerPlan {
  return { answers: statuses.map((status) => ({ kind: 'status', status })), afterwards: ACKNOWLEDGE };
}

export function alwaysAnswer(status: number): AnswerPlan {
  return { answers: [], afterwards: { kind: 'status', status } };
}

export interface ReceiverEndpoint {
  readonly id: string;
  /** Path with or without a query. The endpoint with `/` gets all other paths. */
  readonly path: string;
  readonly secret: string;
}

export interface PlannedReceiverOptions {
  readonly endpoints: readonly ReceiverEndpoint[];
  readonly clock: RunClock;
  readonly recorder: Recorder;
  readonly host: string;
  readonly port: number;
  /** Bytes after which reading a delivery stops. Default 1 GiB. */
  readonly stopBytes?: number;
  /** Checks for an application of this run. Requests of strangers without the secret are refused and not recorded. */
  readonly isOwn: (slug: string) => boolean;
}

const POLL_MS = 2;

export class PlannedReceiver {
  readonly #options: PlannedReceiverOptions;
  readonly #server: Server;
  readonly #plans = new Map<string, PlanInUse>();
  readonly #arrived = new Map<string, number>();
  readonly #open = new Set<ServerResponse>();
  #held = 0;
  #slowestRetryMs = 0;

  constructor(options: PlannedReceiverOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#open.add(response);
      response.once('close', () => this.#open.delete(response));
      void this.#take(request, response);
    });
    // A plan may hold deliveries for any time.
    this.#server.requestTimeout = 0;
  }

  get ids(): readonly string[] {
    return this.#options.endpoints.map(({ id }) => id);
  }

  /** Deliveries that wait for their answer, or will once they arrive. */
  get held(): number {
    const isArmed = ({ plan, used }: PlanInUse): boolean => isHeld(nextOf(plan, used));
    return this.#held + [...this.#plans.values()].filter(isArmed).length;
  }

  /** Longest time from a planned 5xx to the next delivery, on the run's clock. */
  get slowestRetryMs(): number {
    return this.#slowestRetryMs;
  }

  /** Waits until all first deliveries planned to be held have arrived, for at most `patienceMs` of real time. */
  async allHeld(patienceMs: number): Promise<void> {
    const end = performance.now() + patienceMs;
    const isAwaited = ({ plan, used }: PlanInUse): boolean => used === 0 && isHeld(nextOf(plan, used));
    while ([...this.#plans.values()].some(isAwaited) && performance.now() < end) await pause(systemClock, POLL_MS);
  }

  /** Removes the plan for `slug`: a delivery that never came holds nothing. */
  forget(receiver: string, slug: string): void {
    this.#plans.delete(key(receiver, slug));
  }

  /** @returns The port. @throws {RunProblemError} if the address is taken or not this machine's. */
  async listen(): Promise<number> {
    const { host, port } = this.#options;
    try {
      return await listen(this.#server, { host, port });
    } catch (cause) {
      throw cannotListen(cause, host, port);
    }
  }

  plan(receiver: string, slug: string, plan: AnswerPlan): void {
    this.#plans.set(key(receiver, slug), { plan, used: 0, failedAt: undefined });
  }

  /** Returns how many deliveries the plan for `slug` has answered, or holds. */
  used(receiver: string, slug: string): number {
    return this.#plans.get(key(receiver, slug))?.used ?? 0;
  }

  arrived(slug: string, receiver?: string): number {
    if (receiver !== undefined) return this.#arrived.get(key(receiver, slug)) ?? 0;
    return this.ids.reduce((sum, id) => sum + this.arrived(slug, id), 0);
  }

  async close(): Promise<void> {
    for (const response of this.#open) response.destroy();
    await stopListening(this.#server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { clock, recorder, isOwn, stopBytes = 2 ** 30 } = this.#options;
    const at = clock.mark();
    const endpoint = this.#endpointOf(request.url ?? '/');
    if (endpoint === undefined) return refuse(response);
    const bearer = compareBearer(request.headers.authorization, endpoint.secret);
    const slot = bearer === 'match' ? recorder.begin('delivery') : undefined;
    const read = await readBounded(request, { keepBytes: recorder.bodyBytes, stopBytes });
    const body = recorder.keep(read.bytes, read.ended ? read.size : Math.max(read.size, read.bytes.byteLength + 1));
    const slug = stringAt(body.json, 'application', 'slug') ?? slugIn(read.bytes);
    // Scanners find public receivers: a request with neither the secret nor one of our slugs is not a delivery.
    if (slot === undefined && (slug === undefined || !isOwn(slug))) return refuse(response);
    const delivery = {
      at,
      receiver: endpoint.id,
      bearer,
      ...tlsOf(request),
      request: {
        method: request.method ?? '',
        url: request.url ?? '/',
        headers: withoutAuthorization(pairsOf(request.rawHeaders)),
        body,
      },
      ...(slug === undefined ? {} : { slug }),
    };
    const place: Slot<Delivery> = slot ?? recorder.begin('delivery');
    place.record({ ...delivery, answer: { kind: 'none' } });
    if (slug !== undefined) this.#count(endpoint.id, slug);
    const answer = this.#nextAnswer(endpoint.id, slug, stringAt(body.json, 'event', 'type'));
    this.#answer(response, answer, (given) => place.record({ ...delivery, answer: given }));
  }

  #answer(response: ServerResponse, planned: PlannedAnswer, answered: (answer: ReceiverAnswer) => void): void {
    const { clock } = this.#options;
    const send = (status: number): void => {
      answered({ kind: 'status', status, at: clock.now() });
      response.writeHead(status).end();
    };
    if (planned.kind === 'status' && !isHeld(planned)) return send(planned.status);
    if (response.destroyed) return answered({ kind: 'none', closedAt: clock.latest() });

    this.#held += 1;
    let waiting = true;
    const release = (): boolean => {
      if (!waiting) return false;
      waiting = false;
      this.#held -= 1;
      return true;
    };
    const cancel =
      planned.kind === 'status'
        ? clock.schedule(planned.afterMs ?? 0, () => {
            if (release()) send(planned.status);
          })
        : undefined;
    response.once('close', () => {
      cancel?.();
      // While time is being moved, only the end of the step is certain.
      if (release()) answered({ kind: 'none', closedAt: clock.latest() });
    });
  }

  #nextAnswer(receiver: string, slug: string | undefined, type: string | undefined): PlannedAnswer {
    const planned = slug === undefined ? undefined : this.#plans.get(key(receiver, slug));
    // The type of a body that is not kept whole is unknown.
    if (planned === undefined || (type !== undefined && (planned.plan.type ?? type) !== type)) return ACKNOWLEDGE;
    const answer = nextOf(planned.plan, planned.used);
    const now = this.#options.clock.now();
    if (planned.failedAt !== undefined) this.#slowestRetryMs = Math.max(this.#slowestRetryMs, now - planned.failedAt);
    planned.used += 1;
    planned.failedAt = answer.kind === 'status' && answer.status >= 500 ? now : undefined;
    return answer;
  }

  #count(receiver: string, slug: string): void {
    this.#arrived.set(key(receiver, slug), this.arrived(slug, receiver) + 1);
  }

  #endpointOf(url: string): ReceiverEndpoint | undefined {
    const places = [url, url.split('?', 1)[0], '/'];
    for (const place of places) {
      const found = this.#options.endpoints.find(({ path }) => path === place);
      if (found) return found;
    }
    return undefined;
  }
}

interface PlanInUse {
  readonly plan: AnswerPlan;
  used: number;
  /** Time of the last answer if it was a 5xx. */
  failedAt: number | undefined;
}

function nextOf({ answers, afterwards }: AnswerPlan, used: number): PlannedAnswer {
  return answers[used] ?? afterwards;
}

function isHeld(answer: PlannedAnswer): boolean {
  return answer.kind === 'hold' || answer.afterMs !== undefined;
}

function key(receiver: string, slug: string): string {
  return `${receiver} ${slug}`;
}

function refuse(response: ServerResponse): void {
  response.writeHead(404).end();
}

/** Reads if a tunnel or proxy in front of us ended TLS; empty if unknown. */
function tlsOf(request: IncomingMessage): { readonly tls?: boolean } {
  const forwarded = request.headers['x-forwarded-proto'];
  return typeof forwarded === 'string' ? { tls: forwarded.split(',')[0]?.trim() === 'https' } : {};
}

/** Finds the slug in a body too large to keep: `application` is near the start. */
function slugIn(bytes: Uint8Array): string | undefined {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 65_536));
  return /"application"\s*:\s*\{[^{}]*?"slug"\s*:\s*"([^"\\]+)"/.exec(beginning)?.[1];
}

function cannotListen(cause: unknown, host: string, port: number): RunProblemError {
  const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
  return new RunProblemError({
    code: 'receiver-unavailable',
    message: `Cannot listen for deliveries on ${host}:${port}: ${taken ? 'the port is in use' : 'the address is not available'}.`,
    fix: 'Name a free address with `receiver.listen`; port 0 takes any that is free.',
    cause,
  });
}
