import { readAt, replaceAt } from '@idvkit/json';
import { moved } from '@idvkit/schema/breaches';

import type { DeliveryAttempt, Overrides } from '../hooks/behaviour.ts';
import type { FaultTable } from './fault.ts';
import { changingPayload, deliveredOn } from './overrides.ts';
import { repeating } from './repeating.ts';

/** Overrides that date deliveries earlier. */
function early(seconds: number, applies: (attempt: DeliveryAttempt) => boolean = () => true): Overrides {
  return {
    eventHeader: (header, attempt) =>
      applies(attempt) ? { ...header, createdAt: String(moved(-seconds)(header.createdAt)) } : header,
  };
}

export const eventFaults = {
  'event.nounce.string': {
    title: 'counts deliveries in place of a nounce',
    overrides: () => {
      let deliveries = 0;
      return changingPayload('event.nounce', () => (deliveries += 1));
    },
  },
  'event.nounce.unique': [
    {
      alsoBreaks: ['resend.new-nounce', 'delivery.5xx.new-nounce'],
      title: 'uses one nounce per application instead of one per delivery',
      overrides: repeating('nounce', { among: ({ application }) => application.slug }),
    },
    {
      variant: 'shared-by-receivers',
      title: 'gives all receivers of a submission one nounce',
      overrides: repeating('nounce', {
        among: ({ application, trigger, attempt }) =>
          trigger === 'submission' && attempt === 1 ? application.slug : undefined,
      }),
    },
  ],
  'event.created-at.is-delivery-time': [
    {
      alsoBreaks: ['event.created-at.not-before-submission'],
      title: 'gives a time of delivery an hour ago',
      overrides: early(3_600),
    },
    {
      variant: 'two-minutes',
      alsoBreaks: ['event.created-at.not-before-submission'],
      title: 'gives a time of delivery two minutes ago',
      overrides: early(120),
    },
    {
      variant: 'of-the-first-attempt',
      title: 'gives retries the time of the first attempt',
      overrides: repeating('createdAt', {
        among: ({ application, receiver, trigger }) => `${application.slug}/${receiver.id}/${trigger}`,
        isFirst: ({ attempt }) => attempt === 1,
      }),
    },
  ],
  'event.created-at.not-before-submission': {
    title: 'dates the first delivery of a submission five seconds before it',
    overrides: early(5, ({ trigger, attempt }) => trigger === 'submission' && attempt === 1),
  },
  'event.submit-form.on-submission': {
    title: 'does not deliver passport submissions',
    overrides: {
      deliveries: (planned, { trigger, application }) =>
        trigger === 'submission' && application.submission?.document === 'passport' ? [] : planned,
    },
  },
  'event.update-status.on-change': [
    {
      title: 'sends no status changes',
      overrides: { deliveries: (planned, { trigger }) => (trigger === 'status-change' ? [] : planned) },
    },
    {
      variant: 'other-type',
      title: 'sends status changes under another type',
      overrides: changingPayload('event.type', () => 'status_updated', deliveredOn('status-change')),
    },
    {
      variant: 'old-status',
      title: 'sends status changes with the statuses from before',
      overrides: () => {
        const known = new Map<string, unknown>();
        return {
          payload: (document, subject) => {
            const { slug } = subject.application;
            if (!deliveredOn('status-change')(subject)) {
              known.set(slug, readAt(document, 'application.other_status'));
              return document;
            }
            return replaceAt(document, 'application.other_status', (now) => known.get(slug) ?? now);
          },
        };
      },
    },
  ],
  'event.drop-off.on-expiry': [
    {
      title: 'sends no expiries',
      overrides: { deliveries: (planned, { trigger }) => (trigger === 'expiry' ? [] : planned) },
    },
    {
      variant: 'other-type',
      title: 'sends expiries under another type',
      overrides: changingPayload('event.type', () => 'expired', deliveredOn('expiry')),
    },
  ],
} satisfies FaultTable;
