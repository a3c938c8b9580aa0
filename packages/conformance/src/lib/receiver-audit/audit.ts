import {
  type Attempt,
  type Clock,
  createSender,
  type DeliveryHeader,
  type DeliveryPolicy,
  pause,
  retrySpacing,
  type Sender,
  specifiedPolicy,
  systemClock,
} from '@idvkit/delivery';

import type { Random } from '../drive/calls/random.ts';
import type { Recorder, Slot } from '../drive/calls/recorder.ts';
import { UNKNOWN_CONDITION, type Credential } from '../observe/condition.ts';
import { emptyBody, type MessageBody } from '../observe/message-body.ts';
import type { EffectCase, Exchange, SentDelivery, SentSecret, SentTrait } from '../observe/observation.ts';
import { type Applicant, type Applicants, type AuditBody, createApplicants } from './applicant.ts';
import type { AuditTiming } from './audit-options.ts';
import type { StreamedBody } from './large-body.ts';
import { readProbe, readStateProbe, type Probe, type StateProbe } from './read-probe.ts';

export interface ToSend {
  readonly what: string;
  readonly traits?: readonly SentTrait[];
  /** Returns the body of an attempt. A string is sent as it is. */
  readonly body: (header: DeliveryHeader) => AuditBody | string | StreamedBody;
  readonly secret?: { readonly kind: SentSecret; readonly authorization: string | undefined };
  readonly stage?: SentDelivery['stage'];
  /** Set if the application was never submitted. Not for submissions. */
  readonly isFirst?: true;
  readonly malformed?: true;
}

export interface AuditSetting {
  readonly shownUrl: string;
  readonly url: string;
  readonly secret: string;
  readonly probe?: Probe;
  readonly stateProbe?: StateProbe;
  readonly clock: Clock;
  readonly timing: AuditTiming;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Thrown if nothing more can be learned, with the reason as one sentence. */
export class AuditStopped extends Error {
  override readonly name = 'AuditStopped';
}

const CREDENTIALS: Readonly<Record<SentSecret, Credential>> = {
  own: 'valid',
  wrong: 'invalid',
  near: 'invalid',
  open: 'unknown',
  absent: 'absent',
};

export class Audit {
  readonly setting: AuditSetting;
  readonly #sender: Sender;
  readonly #applicants: Applicants;

  constructor(setting: AuditSetting) {
    const { clock, random, timing } = setting;
    this.setting = setting;
    this.#applicants = createApplicants(random);
    this.#sender = createSender({
      clock,
      newNounce: () => `${random.text(8)}-${random.text(4)}-${random.text(12)}`,
      policy: { retryDelayMs: retrySpacing(timing.retrySpacingMs) },
    });
  }

  applicant(submittedAt?: number): Applicant {
    return this.#applicants.next(this.setting.clock.now(), submittedAt);
  }

  /** Delivers and retries like the service. @returns The last attempt. @throws {AuditStopped} */
  async send(delivery: ToSend): Promise<Exchange> {
    const exchange = await this.attempt(delivery);
    if (exchange.response === undefined && delivery.stage === undefined) {
      const plain = await this.attempt(plainDelivery(this.applicant(), 'a plain submission, after that'));
      if (plain.response === undefined) throw new AuditStopped('The receiver no longer answers plain deliveries.');
    }
    return exchange;
  }

  /** Like {@link send}, without the check for an answer. */
  async attempt(delivery: ToSend): Promise<Exchange> {
    const { url, secret, signal, recorder, clock } = this.setting;
    signal.throwIfAborted();
    const started: { readonly slot: Slot<Exchange>; readonly at: number; body: MessageBody; bytes?: number }[] = [];
    const policy: Partial<DeliveryPolicy> = {
      headers: () => {
        const size = started.at(-1)?.bytes;
        const authorization = authorizationOf(delivery, secret);
        return {
          ...(authorization !== undefined && { authorization }),
          'content-type': 'application/json',
          ...(size !== undefined && { 'content-length': String(size) }),
        };
      },
      ...(delivery.secret === undefined && delivery.malformed === undefined ? {} : { shouldRetry: () => false }),
    };
    const attempts = await this.#sender.deliver(
      { id: 'audited', url, secret },
      {
        body: (header) => {
          const slot = recorder.begin('exchange');
          const body = delivery.body(header);
          if (typeof body === 'object' && 'parts' in body) {
            const bytes = Number(body.size);
            started.push({ slot, at: clock.now(), body: recorder.keep(new Uint8Array(), bytes), bytes });
            return (body as StreamedBody).parts();
          }
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          started.push({ slot, at: clock.now(), body: recorder.keep(new TextEncoder().encode(text)) });
          return text;
        },
      },
      { signal, policy },
    );
    const exchanges = started.flatMap(({ slot, at, body }, index) => {
      const attempt = attempts[index];
      return attempt === undefined ? [] : [slot.record(this.#recorded(delivery, attempt, { at, body }))];
    });
    signal.throwIfAborted();
    const last = exchanges.at(-1);
    if (last === undefined) throw new AuditStopped('Nothing could be delivered.');
    return last;
  }

  /** Reads the probe around deliveries of some distinct submissions. Without a probe, only delivers. */
  async counting(shows: EffectCase, submissions: number, deliver: () => Promise<readonly Exchange[]>): Promise<void> {
    const { recorder, clock, probe } = this.setting;
    if (probe === undefined) return void (await deliver());
    const before = await this.#settledCount();
    const slot = recorder.begin('effects');
    const at = clock.now();
    const deliveries = await deliver();
    const after = await this.#settledCount(before + submissions);
    slot.record({ at, shows, before, after, submissions, deliveries: deliveries.map(({ id }) => id) });
  }

  /** Reads what the receiver believes of an application, once that is stable. @throws {RunProblemError} `probe-unusable`. */
  believedState(slug: string): Promise<string> {
    const { stateProbe: probe = '', signal } = this.setting;
    return this.#settled(() => readStateProbe({ probe, slug, signal }));
  }

  close(): Promise<void> {
    return this.#sender.close();
  }

  /** Reads the probe until its number is stable: a receiver may acknowledge before it processes. */
  #settledCount(expected = Number.NEGATIVE_INFINITY): Promise<number> {
    const { probe = '', signal } = this.setting;
    return this.#settled(
      () => readProbe({ probe, signal }),
      (count) => count >= expected,
    );
  }

  async #settled<Value>(read: () => Promise<Value>, isEnough: (value: Value) => boolean = () => true): Promise<Value> {
    const { signal, timing } = this.setting;
    const startedAt = systemClock.now();
    let value = await read();
    let since = startedAt;
    for (;;) {
      const now = systemClock.now();
      const isQuiet = now - since >= timing.probeQuietMs && isEnough(value);
      if (isQuiet || now - startedAt >= timing.probePatienceMs) return value;
      await pause(systemClock, Math.min(200, timing.probeQuietMs), signal);
      const next = await read();
      if (next !== value) since = systemClock.now();
      value = next;
    }
  }

  #recorded(
    delivery: ToSend,
    attempt: Attempt,
    { at, body }: { readonly at: number; readonly body: MessageBody },
  ): Omit<Exchange, 'id' | 'kind'> {
    const { what, traits = [], secret, stage = 'under-way', malformed, isFirst } = delivery;
    const { outcome, next, startedAt, endedAt } = attempt;
    const kind = secret?.kind ?? 'own';
    const authorization = authorizationOf(delivery, 'masked');
    return {
      at,
      condition: {
        ...UNKNOWN_CONDITION,
        endpoint: 'receiver',
        method: specifiedPolicy.method,
        locale: 'none',
        credential: CREDENTIALS[kind],
        application: 'none',
        body: malformed === true ? 'not-json' : 'unknown',
      },
      sent: {
        what,
        secret: kind,
        traits,
        body: malformed === true ? 'not-json' : 'delivery',
        stage,
        ...(isFirst && { isFirst }),
        ...(outcome.kind === 'timed-out' && { timedOut: true }),
      },
      request: {
        method: specifiedPolicy.method,
        url: this.setting.shownUrl,
        headers: [
          ...(authorization === undefined ? [] : [['Authorization', 'Bearer'] as const]),
          ['Content-Type', 'application/json'],
        ],
        body,
      },
      ...(outcome.kind === 'answered'
        ? { response: { status: outcome.status, headers: [], body: emptyBody, durationMs: endedAt - startedAt } }
        : { failure: FAILURES[outcome.kind === 'failed' ? outcome.reason : outcome.kind] }),
      ...(next === 'retry' ? { repeated: true } : {}),
    };
  }
}

const FAILURES = {
  refused: 'connection refused',
  reset: 'connection closed without an answer',
  tls: 'no secure connection',
  'unknown-host': 'host name not found',
  unreachable: 'cannot be reached',
  'timed-out': 'no answer within 30 s',
  cancelled: 'cut short by the audit',
} as const;

export function plainDelivery(applicant: Applicant, what: string, stage?: SentDelivery['stage']): ToSend {
  return { what, body: applicant.submission, ...(stage === undefined ? {} : { stage }) };
}

function authorizationOf({ secret }: ToSend, own: string): string | undefined {
  return secret === undefined ? `Bearer ${own}` : secret.authorization;
}
