import type { AttemptOutcome } from '@idvkit/delivery';

import type { Overrides, PlannedDelivery } from '../hooks/behaviour.ts';
import { defineFault, type Fault } from './fault.ts';
import { changingPayload, moved } from './points.ts';

const isStatus = (outcome: AttemptOutcome, from: number, to = from + 99): boolean =>
  outcome.kind === 'answered' && outcome.status >= from && outcome.status <= to;

/** Overrides that try again after some outcomes, up to a number of attempts in all. */
function tryingAgain(attempts: number, applies: (outcome: AttemptOutcome, attempt: number) => boolean): Overrides {
  return {
    retry: (again, { outcome, attempt }) => (applies(outcome, attempt) ? attempt < attempts : again),
  };
}

function sending(header: string, value: (delivery: PlannedDelivery) => string): Overrides {
  return {
    deliveryRequest: (request, delivery) => ({
      ...request,
      headers: { ...request.headers, [header]: value(delivery) },
    }),
  };
}

export const deliveryFaults: readonly Fault[] = [
  defineFault({
    rule: 'delivery.method.post',
    title: 'delivers with PUT',
    points: { deliveryRequest: (request) => ({ ...request, method: 'PUT' }) },
  }),
  defineFault({
    rule: 'delivery.content-type.json',
    title: 'labels deliveries as plain text',
    points: sending('content-type', () => 'text/plain'),
  }),
  defineFault({
    rule: 'delivery.bearer',
    title: 'sends the secret under another scheme',
    points: sending('authorization', ({ receiver }) => `Token ${receiver.secret}`),
  }),
  defineFault({
    rule: 'delivery.bearer',
    variant: 'cut-off',
    title: 'cuts the last character off the secret',
    points: sending('authorization', ({ receiver }) => `Bearer ${receiver.secret.slice(0, -1)}`),
  }),
  defineFault({
    rule: 'delivery.2xx.done',
    alsoBreaks: ['submit.again.unchanged', 'auth.refused.no-effect'],
    title: 'delivers again what was accepted at once',
    points: tryingAgain(2, (outcome, attempt) => attempt === 1 && isStatus(outcome, 200)),
  }),
  defineFault({
    rule: 'delivery.5xx.retried',
    title: 'never tries again',
    points: tryingAgain(1, (outcome) => isStatus(outcome, 500)),
  }),
  defineFault({
    rule: 'delivery.5xx.retried',
    variant: 'only-503',
    title: 'tries again after 503 alone',
    points: tryingAgain(1, (outcome) => isStatus(outcome, 500) && !isStatus(outcome, 503, 503)),
  }),
  defineFault({
    rule: 'delivery.5xx.at-most-three',
    title: 'tries a fourth time again',
    points: tryingAgain(5, (outcome) => isStatus(outcome, 500)),
  }),
  defineFault({
    rule: 'delivery.5xx.stops-on-2xx',
    title: 'goes through with its retries although one was accepted',
    points: tryingAgain(4, (outcome, attempt) => attempt > 1 && isStatus(outcome, 200)),
  }),
  defineFault({
    rule: 'delivery.5xx.new-nounce',
    alsoBreaks: ['event.nounce.unique'],
    title: 'keeps the nounce through its retries',
    points: () => {
      const first = new Map<string, string>();
      return {
        eventHeader: (header, { application, receiver, trigger, attempt }) => {
          const key = `${application.slug}/${receiver.id}/${trigger}`;
          if (attempt === 1) first.set(key, header.nounce);
          return { ...header, nounce: first.get(key) ?? header.nounce };
        },
      };
    },
  }),
  defineFault({
    rule: 'delivery.4xx.not-retried',
    title: 'tries again after 4xx',
    points: tryingAgain(2, (outcome) => isStatus(outcome, 400)),
  }),
  ...[401, 429].map((status) =>
    defineFault({
      rule: 'delivery.4xx.not-retried',
      variant: `only-${status}`,
      title: `tries again after ${status}`,
      points: tryingAgain(2, (outcome) => isStatus(outcome, status, status)),
    }),
  ),
  defineFault({
    rule: 'delivery.timeout.not-retried',
    title: 'tries again where no answer came',
    points: tryingAgain(2, (outcome) => outcome.kind === 'timed-out'),
  }),
  defineFault({
    rule: 'delivery.timeout.waits-30s',
    title: 'gives receivers 10 seconds',
    points: { receiverTimeoutMs: () => 10_000 },
  }),
  defineFault({
    rule: 'delivery.timeout.waits-30s',
    variant: 'two-seconds-short',
    title: 'gives receivers 28 seconds',
    points: { receiverTimeoutMs: () => 28_000 },
  }),
  defineFault({
    rule: 'delivery.every-receiver',
    alsoBreaks: ['event.submit-form.on-submission', 'event.update-status.on-change', 'event.drop-off.on-expiry'],
    title: 'delivers to the first receiver alone',
    points: { deliveries: (planned) => planned.slice(0, 1) },
  }),
  defineFault({
    rule: 'delivery.every-receiver',
    alsoBreaks: ['event.submit-form.on-submission'],
    variant: 'first-failure-ends',
    title: 'leaves out the other receivers where one fails',
    points: { independent: () => false },
  }),
  defineFault({
    rule: 'delivery.idempotency-key.stable',
    alsoBreaks: ['application.submitted-at.stable'],
    title: 'moves submitted_at to the time of a retry',
    points: changingPayload(
      'application.submitted_at',
      (at) => (typeof at === 'string' ? moved(at, 3) : at),
      (subject) => subject.carrier === 'delivery' && subject.attempt > 1,
    ),
  }),
];
