import type { AttemptOutcome } from '@idvkit/delivery';
import { moved } from '@idvkit/schema/breaches';

import type { DeliveryAttempt, Overrides, PlannedDelivery } from '../hooks/behaviour.ts';
import type { FaultTable } from './fault.ts';
import { changingPayload } from './overrides.ts';
import { repeating } from './repeating.ts';

const isStatus = (outcome: AttemptOutcome, from: number, to = from + 99): boolean =>
  outcome.kind === 'answered' && outcome.status >= from && outcome.status <= to;

const isRetried = (outcome: AttemptOutcome): boolean => isStatus(outcome, 500);

/** Overrides that send again after some outcomes, up to a number of attempts in all. */
function retrying(attempts: number, applies: (outcome: AttemptOutcome, attempt: number) => boolean): Overrides {
  return {
    retry: (again, { outcome, attempt }) => (applies(outcome, attempt) ? attempt < attempts : again),
  };
}

/** Overrides that send deliveries with another header. */
function sending(
  header: string,
  value: (delivery: PlannedDelivery) => string,
  applies: (delivery: PlannedDelivery) => boolean = () => true,
): Overrides {
  return {
    deliveryRequest: (request, delivery) =>
      applies(delivery) ? { ...request, headers: { ...request.headers, [header]: value(delivery) } } : request,
  };
}

const deliveryOf = ({ application, receiver, trigger }: DeliveryAttempt): string =>
  `${application.slug}/${receiver.id}/${trigger}`;

export const deliveryFaults = {
  'delivery.method.post': {
    title: 'delivers with PUT',
    overrides: { deliveryRequest: (request) => ({ ...request, method: 'PUT' }) },
  },
  'delivery.content-type.json': [
    { title: 'labels deliveries as plain text', overrides: sending('content-type', () => 'text/plain') },
    {
      variant: 'form',
      title: 'labels lifecycle events as a form',
      overrides: sending(
        'content-type',
        () => 'application/x-www-form-urlencoded',
        ({ type }) => type !== 'submit_form',
      ),
    },
  ],
  'delivery.bearer': [
    {
      title: 'sends the secret under another scheme',
      overrides: sending('authorization', ({ receiver }) => `Token ${receiver.secret}`),
    },
    {
      variant: 'cut-off',
      title: 'cuts the last character off the secret',
      overrides: sending('authorization', ({ receiver }) => `Bearer ${receiver.secret.slice(0, -1)}`),
    },
    {
      variant: 'on-resends',
      title: 'has a letter too many in the secret when it sends again',
      overrides: sending(
        'authorization',
        ({ receiver }) => `Bearer ${receiver.secret}x`,
        ({ trigger }) => trigger === 'resend',
      ),
    },
  ],
  'delivery.2xx.done': [
    {
      alsoBreaks: ['submit.again.unchanged', 'auth.refused.no-effect'],
      title: 'delivers again what was accepted immediately',
      overrides: retrying(2, (outcome, attempt) => attempt === 1 && isStatus(outcome, 200)),
    },
    ...[201, 202].map((status) => ({
      variant: `only-${status}`,
      title: `delivers again what was accepted with ${status}`,
      overrides: retrying(2, (outcome, attempt) => attempt === 1 && isStatus(outcome, status, status)),
    })),
  ],
  'delivery.5xx.retried': [
    { title: 'never tries again', overrides: retrying(1, isRetried) },
    {
      variant: 'only-503',
      title: 'retries only after 503',
      overrides: retrying(1, (outcome) => isRetried(outcome) && !isStatus(outcome, 503, 503)),
    },
    {
      variant: 'lifecycle',
      title: 'never tries lifecycle events again',
      overrides: { retry: (again, { delivery }) => again && delivery.type === 'submit_form' },
    },
  ],
  'delivery.5xx.at-most-three': [
    { title: 'tries a fourth time again', overrides: retrying(5, isRetried) },
    {
      variant: 'only-500',
      title: 'retries a fourth time, only after 500',
      overrides: retrying(5, (outcome) => isStatus(outcome, 500, 500)),
    },
  ],
  'delivery.5xx.stops-on-2xx': {
    title: 'goes through with its retries although one was accepted',
    overrides: retrying(4, (outcome, attempt) => attempt > 1 && isStatus(outcome, 200)),
  },
  'delivery.5xx.new-nounce': [
    {
      alsoBreaks: ['event.nounce.unique', 'resend.new-nounce'],
      title: 'keeps the nounce through its retries',
      overrides: repeating('nounce', { among: deliveryOf, isFirst: ({ attempt }) => attempt === 1 }),
    },
    {
      variant: 'from-the-second',
      alsoBreaks: ['event.nounce.unique', 'resend.new-nounce'],
      title: 'keeps the nounce from the second retry on',
      overrides: repeating('nounce', {
        among: (attempt) => (attempt.attempt > 1 ? deliveryOf(attempt) : undefined),
        isFirst: ({ attempt }) => attempt === 2,
      }),
    },
  ],
  'delivery.4xx.not-retried': [
    { title: 'tries again after 4xx', overrides: retrying(2, (outcome) => isStatus(outcome, 400)) },
    ...[401, 429].map((status) => ({
      variant: `only-${status}`,
      title: `tries again after ${status}`,
      overrides: retrying(2, (outcome) => isStatus(outcome, status, status)),
    })),
    {
      variant: 'status-changes',
      title: 'tries status changes again after 4xx',
      overrides: {
        retry: (again, { delivery, outcome, attempt }) =>
          again || (delivery.trigger === 'status-change' && isStatus(outcome, 400) && attempt === 1),
      },
    },
  ],
  'delivery.timeout.not-retried': {
    title: 'tries again where no answer came',
    overrides: retrying(2, (outcome) => outcome.kind === 'timed-out'),
  },
  'delivery.timeout.waits-30s': [
    { title: 'gives receivers 10 seconds', overrides: { receiverTimeoutMs: () => 10_000 } },
    {
      variant: 'two-seconds-short',
      title: 'gives receivers 28 seconds',
      overrides: { receiverTimeoutMs: () => 28_000 },
    },
  ],
  'delivery.every-receiver': [
    {
      alsoBreaks: ['event.submit-form.on-submission', 'event.update-status.on-change', 'event.drop-off.on-expiry'],
      title: 'delivers only to the first receiver',
      overrides: { deliveries: (planned) => planned.slice(0, 1) },
    },
    {
      alsoBreaks: ['event.submit-form.on-submission', 'event.update-status.on-change', 'event.drop-off.on-expiry'],
      variant: 'first-failure-ends',
      title: 'leaves out the other receivers where one fails',
      overrides: { independent: () => false },
    },
  ],
  'delivery.idempotency-key.stable': {
    alsoBreaks: ['application.submitted-at.stable', 'result.equals-webhook', 'resend.same-content'],
    title: 'dates the submission three seconds back in a retry',
    overrides: changingPayload(
      'application.submitted_at',
      moved(-3),
      (subject) => subject.carrier === 'delivery' && subject.attempt > 1,
    ),
  },
} satisfies FaultTable;
