import { createSender, retrySpacing, type Attempt, type Clock, type SenderOptions } from '@idvkit/delivery';

import type { Behaviour, DeliveryAttempt, PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import type { Draw } from '../../state/draw.ts';
import { formOf, type Workspace } from '../../state/workspace.ts';
import { toBytes, toJsonText } from '../payload/json-text.ts';
import type { DeliveryLog, LoggedDelivery } from './delivery-log.ts';
import { buildDeliveryPayload } from './payload.ts';

/** Most retries that the specification allows. @see Specification, "Limits" */
const MAX_RETRIES = 3;
/** Where even a faulty service stops. */
const MAX_FAULTY_RETRIES = 8;

/** What a dispatcher works with. */
export interface DispatcherOptions {
  readonly clock: Clock;
  readonly draw: Draw;
  readonly log: DeliveryLog;
  /** As it is when asked: both change while deliveries are under way. */
  readonly workspace: () => Workspace;
  readonly behaviour: () => Behaviour;
  /** Origin of the signed image URLs of an application. */
  readonly origin: (application: PlannedDelivery['application']) => string;
  /** Makes the connections, where the machine's trusted certificates are not enough. */
  readonly connections?: NonNullable<SenderOptions['dispatcher']>;
  /** Told of each attempt that ended. */
  readonly onAttempt?: (delivery: LoggedDelivery) => void;
}

/** Carries deliveries out. */
export interface Dispatcher {
  /** Starts deliveries. Their first attempts are under way when this returns. */
  dispatch(planned: readonly PlannedDelivery[]): void;
  /** Resolves once at most `max` attempts are under way. */
  settled(max?: number): Promise<void>;
  readonly inFlight: number;
  close(): Promise<void>;
}

/** Makes a dispatcher: the sender of the delivery package, its decisions open to the behaviour. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { clock, draw, log } = options;
  const sender = createSender({
    clock,
    newNounce: () => draw.nounce(),
    ...(options.connections && { dispatcher: options.connections }),
    onAttempt: (attempt) => {
      // The sender's receiver id is the number of the delivery: see below.
      const logged = log.ended(Number(attempt.receiverId), attempt);
      if (logged) options.onAttempt?.(logged);
    },
  });

  const deliver = (planned: PlannedDelivery): Promise<readonly Attempt[]> => {
    const workspace = options.workspace();
    const behaviour = options.behaviour();
    const form = formOf(workspace, planned.application.formSlug);
    if (!form) throw new Error('An application belongs to a form of its workspace');
    const id = log.queue(planned, clock.now());
    let number = 0;
    const attempt = (): DeliveryAttempt => ({ ...planned, workspace, form, attempt: number, now: clock.now() });
    const request = behaviour.deliveryRequest(
      {
        method: 'POST',
        headers: { authorization: `Bearer ${planned.receiver.secret}`, 'content-type': 'application/json' },
      },
      planned,
    );
    return sender.deliver(
      { ...planned.receiver, id: String(id) },
      {
        body: (header) => {
          const origin = options.origin(planned.application);
          const subject = { attempt: attempt(), header, origin, salt: () => draw.salt(), behaviour };
          const text = toJsonText(buildDeliveryPayload(subject));
          if (typeof text === 'string') log.sends(id, text);
          return typeof text === 'string' ? text : streamed(text);
        },
      },
      {
        policy: {
          method: request.method,
          headers: () => request.headers,
          timeoutMs: behaviour.receiverTimeoutMs(workspace.settings.receiverTimeoutMs, planned),
          maxRetries: MAX_FAULTY_RETRIES,
          shouldRetry: (outcome, retriesSoFar) => {
            const serverError = outcome.kind === 'answered' && outcome.status >= 500 && outcome.status <= 599;
            const again = serverError && retriesSoFar < MAX_RETRIES;
            return behaviour.retry(again, { delivery: planned, outcome, attempt: retriesSoFar + 1 });
          },
          retryDelayMs: retrySpacing(workspace.settings.retrySpacingMs),
          header: (fresh) => {
            number += 1;
            return behaviour.eventHeader(fresh, attempt());
          },
        },
      },
    );
  };

  return {
    dispatch: (planned) => {
      let before: Promise<boolean> = Promise.resolve(true);
      for (const delivery of planned) {
        const apart = options.behaviour().independent(true, delivery);
        const ended = apart ? deliver(delivery) : before.then((accepted) => (accepted ? deliver(delivery) : []));
        before = ended.then((attempts) => attempts.at(-1)?.next === 'delivered');
        // A body that cannot be built is a defect of the mock: it must be seen, not swallowed.
        before.catch((error: unknown) =>
          queueMicrotask(() => {
            throw error;
          }),
        );
      }
    },
    settled: (max) => sender.settled(max),
    get inFlight() {
      return sender.inFlight;
    },
    close: () => sender.close(),
  };
}

/** Hands chunks on one at a time, as the receiver takes them. */
async function* streamed(text: Iterable<string>): AsyncGenerator<Uint8Array> {
  yield* toBytes(text);
}
