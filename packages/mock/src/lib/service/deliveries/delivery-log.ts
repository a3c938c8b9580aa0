import type { Attempt } from '@idvkit/delivery';
import { z } from 'zod';

import type { PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import { instant } from '../../state/application.ts';
import { eventType } from '../../state/workspace.ts';

/** Deliveries that are remembered; of more, the oldest are forgotten. */
const REMEMBERED_DELIVERIES = 5_000;
/** Greatest body that is remembered, in characters. */
const MAX_BODY_LENGTH = 262_144;
/** Bodies that are remembered altogether, in characters; of more, the oldest are forgotten. */
const ALL_BODIES = 8_388_608;

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
    /** Number of the delivery in its workspace, from 1. */
    id: z.int(),
    type: eventType,
    trigger: z.enum(['submission', 'resend', 'status-change', 'expiry']),
    slug: z.string(),
    receiverId: z.string(),
    url: z.string(),
    queuedAt: instant,
    state: z.enum(['under-way', 'delivered', 'given-up']),
    attempts: z.array(loggedAttempt).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalDelivery' });

export type LoggedAttempt = z.infer<typeof loggedAttempt>;
export type LoggedDelivery = z.infer<typeof loggedDelivery>;

/** Remembers what was delivered. */
export interface DeliveryLog {
  /** Adds a delivery that starts now. */
  queue(planned: PlannedDelivery, queuedAt: number): number;
  /** Notes what the next attempt of a delivery sends. */
  sends(id: number, body: string): void;
  /** Adds an attempt that has ended. Returns the delivery as it is then; nothing where it is forgotten. */
  ended(id: number, attempt: Attempt): LoggedDelivery | undefined;
  readonly deliveries: readonly LoggedDelivery[];
}

/** Starts an empty log. */
export function createDeliveryLog(): DeliveryLog {
  const deliveries = new Map<number, LoggedDelivery>();
  const bodies = new Map<number, string>();
  /** Deliveries with a body, and its length, in order. */
  const kept: { readonly id: number; readonly length: number }[] = [];
  let [last, total] = [0, 0];

  const makeRoom = (length: number): void => {
    total += length;
    while (total > ALL_BODIES) {
      const oldest = kept.shift();
      if (!oldest) return;
      total -= oldest.length;
      const delivery = deliveries.get(oldest.id);
      if (delivery) deliveries.set(oldest.id, { ...delivery, attempts: delivery.attempts.map(withoutBody) });
    }
  };

  return {
    queue: ({ type, trigger, application, receiver }, queuedAt) => {
      const id = (last += 1);
      deliveries.set(id, {
        id,
        type,
        trigger,
        slug: application.slug,
        receiverId: receiver.id,
        url: receiver.url,
        queuedAt,
        state: 'under-way',
        attempts: [],
      });
      deliveries.delete(id - REMEMBERED_DELIVERIES);
      return id;
    },
    sends: (id, body) => {
      if (body.length <= MAX_BODY_LENGTH) bodies.set(id, body);
    },
    ended: (id, { receiverId: _receiverId, ...attempt }) => {
      const delivery = deliveries.get(id);
      const body = bodies.get(id);
      bodies.delete(id);
      if (!delivery) return undefined;
      const { next } = attempt;
      const logged = body === undefined ? attempt : { ...attempt, body };
      const after: LoggedDelivery = {
        ...delivery,
        state: next === 'retry' ? 'under-way' : next,
        attempts: [...delivery.attempts, logged],
      };
      deliveries.set(id, after);
      if (body !== undefined) {
        makeRoom(body.length);
        kept.push({ id, length: body.length });
      }
      return after;
    },
    get deliveries() {
      return [...deliveries.values()];
    },
  };
}

/** Leaves out what was sent. */
export function withoutBody({ body: _body, ...attempt }: LoggedAttempt): LoggedAttempt {
  return attempt;
}
