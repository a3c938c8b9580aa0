import {
  createSender,
  retrySpacing,
  specifiedPolicy,
  type Attempt,
  type Clock,
  type DeliveryBody,
  type DeliveryHeader,
  type DeliveryPolicy,
  type Sender,
  type SenderOptions,
} from '@idvkit/delivery';

import type { Behaviour, DeliveryAttempt, PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import type { Draw } from '../../state/draw.ts';
import { formOf } from '../../state/workspace.ts';
import { toBytes, toJsonText } from '../payload/json-text.ts';
import type { DeliveryLog, LoggedDelivery } from './delivery-log.ts';
import { buildDeliveryPayload } from './payload.ts';

/** Where even a faulty service stops. */
const MAX_FAULTY_RETRIES = 8;

/** Dependencies of a dispatcher. */
export interface DispatcherOptions {
  readonly clock: Clock;
  readonly draw: Draw;
  readonly log: DeliveryLog;
  /** As it is when asked: it changes while deliveries are under way. */
  readonly behaviour: () => Behaviour;
  /** Origin of the signed image URLs of an application. */
  readonly origin: (application: PlannedDelivery['application']) => string;
  /** Makes the connections, where the machine's trusted certificates are not enough. */
  readonly connections?: NonNullable<SenderOptions['dispatcher']>;
  /** Told of each attempt that ended. */
  readonly onAttempt?: (delivery: LoggedDelivery) => void;
}

/** Carries deliveries out: the sender of the delivery package, its decisions open to the behaviour. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #sender: Sender;

  constructor(options: DispatcherOptions) {
    const { clock, draw, log, connections, onAttempt } = options;
    this.#options = options;
    this.#sender = createSender({
      clock,
      newNounce: () => draw.nounce(),
      ...(connections && { dispatcher: connections }),
      onAttempt: (attempt) => {
        // The sender's receiver id is the number of the delivery: see below.
        const logged = log.ended(Number(attempt.receiverId), attempt);
        if (logged) onAttempt?.(logged);
      },
    });
  }

  /** Starts deliveries. Their first attempts are under way when this returns. */
  dispatch(planned: readonly PlannedDelivery[]): void {
    let before: Promise<boolean> = Promise.resolve(true);
    for (const delivery of planned) {
      const apart = this.#options.behaviour().independent(true, delivery);
      const ended = apart
        ? this.#deliver(delivery)
        : before.then((accepted) => (accepted ? this.#deliver(delivery) : []));
      before = ended.then((attempts) => attempts.at(-1)?.next === 'delivered');
      // A body that cannot be built is a defect of the mock: it must be seen, not swallowed.
      before.catch((error: unknown) =>
        queueMicrotask(() => {
          throw error;
        }),
      );
    }
  }

  /** Resolves once at most `max` attempts are under way. */
  settled(max?: number): Promise<void> {
    return this.#sender.settled(max);
  }

  close(): Promise<void> {
    return this.#sender.close();
  }

  #deliver(planned: PlannedDelivery): Promise<readonly Attempt[]> {
    const { clock, draw, log } = this.#options;
    const { application, receiver, workspace } = planned;
    const behaviour = this.#options.behaviour();
    const form = formOf(workspace, application.formSlug);
    if (!form) throw new Error('An application belongs to a form of its workspace');
    const id = log.queue(planned, clock.now());
    let number = 0;
    const attempt = (): DeliveryAttempt => ({ ...planned, form, attempt: number, now: clock.now() });
    const headers = { authorization: `Bearer ${receiver.secret}`, 'content-type': 'application/json' };
    const request = () =>
      behaviour.deliveryRequest({ method: 'POST', headers }, { ...attempt(), attempt: number || 1 });
    const body = (header: DeliveryHeader): DeliveryBody => {
      const origin = this.#options.origin(application);
      const text = toJsonText(
        buildDeliveryPayload({ attempt: attempt(), header, origin, salt: () => draw.salt(), behaviour }),
      );
      if (typeof text !== 'string') return streamed(text);
      log.sends(id, text);
      return text;
    };
    const policy: Partial<DeliveryPolicy> = {
      method: request().method,
      headers: () => request().headers,
      timeoutMs: behaviour.receiverTimeoutMs(workspace.settings.receiverTimeoutMs, planned),
      maxRetries: MAX_FAULTY_RETRIES,
      shouldRetry: (outcome, retriesSoFar) => {
        const again = specifiedPolicy.shouldRetry(outcome, retriesSoFar) && retriesSoFar < specifiedPolicy.maxRetries;
        return behaviour.retry(again, { delivery: planned, outcome, attempt: retriesSoFar + 1 });
      },
      retryDelayMs: retrySpacing(workspace.settings.retrySpacingMs),
      header: (fresh) => {
        number += 1;
        return behaviour.eventHeader(fresh, attempt());
      },
    };
    return this.#sender.deliver({ ...receiver, id: String(id) }, { body }, { policy });
  }
}

/** Hands chunks on one at a time, as the receiver takes them. */
async function* streamed(text: Iterable<string>): AsyncGenerator<Uint8Array> {
  yield* toBytes(text);
}
