import type { Attempt } from '@idvkit/delivery';

import type { PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';

/** Deliveries that are remembered; of more, the oldest are forgotten. */
const REMEMBERED_DELIVERIES = 5_000;
/** Greatest body that is remembered, in characters. */
const MAX_BODY_LENGTH = 262_144;
/** Bodies that are remembered altogether, in characters; of more, the oldest are forgotten. */
const ALL_BODIES = 8_388_608;

/** An attempt at a delivery, as the portal shows it. */
export interface LoggedAttempt extends Omit<Attempt, 'receiverId'> {
  /** What was sent; absent where it was streamed or is large. */
  readonly body?: string;
}

/** A delivery to one receiver, as the portal shows it. */
export interface LoggedDelivery {
  /** Number of the delivery in its workspace, from 1. */
  readonly id: number;
  readonly type: PlannedDelivery['type'];
  readonly trigger: PlannedDelivery['trigger'];
  readonly slug: string;
  readonly receiverId: string;
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly queuedAt: number;
  readonly state: 'under-way' | 'delivered' | 'given-up';
  /** Attempts that have ended. */
  readonly attempts: readonly LoggedAttempt[];
}

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
    ended: (id, { number, nounce, createdAt, startedAt, endedAt, outcome, next }) => {
      const delivery = deliveries.get(id);
      const body = bodies.get(id);
      bodies.delete(id);
      if (!delivery) return undefined;
      const attempt = { number, nounce, createdAt, startedAt, endedAt, outcome, next };
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

function withoutBody({ number, nounce, createdAt, startedAt, endedAt, outcome, next }: LoggedAttempt): LoggedAttempt {
  return { number, nounce, createdAt, startedAt, endedAt, outcome, next };
}
