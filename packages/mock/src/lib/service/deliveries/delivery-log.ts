import type { Attempt } from '@idvkit/delivery';
import * as z from 'zod';

import type { PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import { instant } from '../../state/application.ts';
import { eventType } from '../../state/workspace.ts';

/** Deliveries that are remembered; of more, the oldest are forgotten. */
const MAX_DELIVERIES = 5_000;
/** Greatest body that is remembered, in characters. */
const MAX_BODY_LENGTH = 262_144;
/** Bodies that are remembered altogether, in characters; of more, the oldest are forgotten. */
const MAX_BODIES = 8_388_608;

const outcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answered'), status: z.int() }),
  z.strictObject({ kind: z.literal('timed-out') }),
  z.strictObject({ kind: z.literal('failed'), reason: z.string(), code: z.string().exactOptional() }),
  z.strictObject({ kind: z.literal('cancelled') }),
]);

const loggedAttempt = z
  .strictObject({
    number: z.int(),
    nounce: z.string(),
    createdAt: z.string().meta({ description: '`event.created_at`' }),
    startedAt: instant,
    endedAt: instant,
    outcome: outcome.readonly(),
    next: z.enum(['delivered', 'retry', 'given-up']),
    /** Absent if it was streamed or is large. */
    body: z.string().exactOptional().meta({ description: 'What was sent, where it was asked for and is small' }),
  })
  .readonly();

/** A delivery to one receiver, with its attempts that have ended. */
export const loggedDelivery = z
  .strictObject({
    id: z.int(),
    type: eventType,
    trigger: z.enum(['submission', 'resend', 'status-change', 'expiry']),
    slug: z.string(),
    receiverId: z.string(),
    url: z.string(),
    queuedAt: instant,
    state: z.enum(['in-progress', 'delivered', 'given-up']),
    attempts: z.array(loggedAttempt).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalDelivery' });

export type LoggedAttempt = z.infer<typeof loggedAttempt>;
export type LoggedDelivery = z.infer<typeof loggedDelivery>;

/** Remembers what was delivered. */
export class DeliveryLog {
  readonly #deliveries = new Map<number, LoggedDelivery>();
  /** Requests of the attempts in progress, by delivery. */
  readonly #bodies = new Map<number, string>();
  /** Deliveries with a body, and its length, in order. */
  readonly #kept: { readonly id: number; readonly length: number }[] = [];
  #last = 0;
  #keptLength = 0;

  /** Adds a delivery that starts now. Returns its number. */
  queue({ type, trigger, application, receiver }: PlannedDelivery, queuedAt: number): number {
    const id = (this.#last += 1);
    this.#deliveries.set(id, {
      id,
      type,
      trigger,
      slug: application.slug,
      receiverId: receiver.id,
      url: receiver.url,
      queuedAt,
      state: 'in-progress',
      attempts: [],
    });
    this.#deliveries.delete(id - MAX_DELIVERIES);
    return id;
  }

  /** Notes what the next attempt of a delivery sends. */
  sends(id: number, body: string): void {
    if (body.length <= MAX_BODY_LENGTH) this.#bodies.set(id, body);
  }

  /** Adds an attempt that has ended. Returns the delivery as it is then; nothing if it is forgotten. */
  ended(id: number, { receiverId: _receiverId, ...attempt }: Attempt): LoggedDelivery | undefined {
    const delivery = this.#deliveries.get(id);
    const body = this.#bodies.get(id);
    this.#bodies.delete(id);
    if (!delivery) return undefined;
    const { next } = attempt;
    const after: LoggedDelivery = {
      ...delivery,
      state: next === 'retry' ? 'in-progress' : next,
      attempts: [...delivery.attempts, body === undefined ? attempt : { ...attempt, body }],
    };
    this.#deliveries.set(id, after);
    if (body !== undefined) {
      this.#makeRoom(body.length);
      this.#kept.push({ id, length: body.length });
    }
    return after;
  }

  get deliveries(): readonly LoggedDelivery[] {
    return [...this.#deliveries.values()];
  }

  #makeRoom(length: number): void {
    this.#keptLength += length;
    while (this.#keptLength > MAX_BODIES) {
      const oldest = this.#kept.shift();
      if (!oldest) return;
      this.#keptLength -= oldest.length;
      const delivery = this.#deliveries.get(oldest.id);
      if (delivery) this.#deliveries.set(oldest.id, { ...delivery, attempts: delivery.attempts.map(withoutBody) });
    }
  }
}

export function withoutBody({ body: _body, ...attempt }: LoggedAttempt): LoggedAttempt {
  return attempt;
}
