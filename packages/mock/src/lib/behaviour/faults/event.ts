import { isCameraFlow } from '../../state/form.ts';
import type { DeliveryTrigger, PayloadSubject } from '../hooks/behaviour.ts';
import { defineFault, type Fault } from './fault.ts';
import { changingPayload, leavingOut, moved, settingInPayload } from './points.ts';

const isSubmission = (subject: PayloadSubject): boolean =>
  subject.carrier === 'delivery' && subject.type === 'submit_form';
const isLifecycle = (subject: PayloadSubject): boolean =>
  subject.carrier === 'delivery' && subject.type !== 'submit_form';
const isOf =
  (trigger: DeliveryTrigger) =>
  (subject: PayloadSubject): boolean =>
    subject.carrier === 'delivery' && subject.trigger === trigger;
const isPlainSubmission = (subject: PayloadSubject): boolean => isSubmission(subject) && !isCameraFlow(subject.form);

export const eventFaults: readonly Fault[] = [
  defineFault({
    rule: 'event.present',
    alsoBreaks: ['event.drop-off.on-expiry'],
    title: 'delivers expiries without an event',
    points: leavingOut('event', isOf('expiry')),
  }),
  defineFault({
    rule: 'event.nounce.string',
    title: 'counts deliveries in place of a nounce',
    points: () => {
      let deliveries = 0;
      return changingPayload(
        'event.nounce',
        () => (deliveries += 1),
        ({ carrier }) => carrier === 'delivery',
      );
    },
  }),
  defineFault({
    rule: 'event.nounce.unique',
    alsoBreaks: ['resend.new-nounce', 'delivery.5xx.new-nounce'],
    title: 'uses one nounce per application instead of one per delivery',
    points: () => {
      const nounces = new Map<string, string>();
      return {
        eventHeader: (header, { application }) => {
          const nounce = nounces.get(application.slug) ?? header.nounce;
          nounces.set(application.slug, nounce);
          return { ...header, nounce };
        },
      };
    },
  }),
  defineFault({
    rule: 'event.type.string',
    alsoBreaks: ['event.update-status.on-change'],
    title: 'numbers types of event',
    points: changingPayload('event.type', () => 2, isOf('status-change')),
  }),
  defineFault({
    rule: 'event.version.on-submit-form',
    title: 'writes the version of submissions as text',
    points: changingPayload('event.version', (version) => `v${String(version)}`, isSubmission),
  }),
  defineFault({
    rule: 'event.version.absent-on-lifecycle',
    title: 'gives lifecycle events a version',
    points: settingInPayload('event.version', () => 1, isLifecycle),
  }),
  defineFault({
    rule: 'event.created-at',
    title: 'writes the time of lifecycle events as a number',
    points: changingPayload('event.created_at', (at) => Date.parse(String(at)) / 1_000, isLifecycle),
  }),
  defineFault({
    rule: 'event.created-at.is-delivery-time',
    title: 'gives a time of delivery an hour ago',
    points: { eventHeader: (header) => ({ ...header, createdAt: moved(header.createdAt, -3_600) }) },
  }),
  defineFault({
    rule: 'event.submit-form.payload',
    title: 'delivers submissions over JSON without their answers',
    points: leavingOut('answers', isPlainSubmission),
  }),
  defineFault({
    rule: 'event.submit-form.payload',
    alsoBreaks: ['result.equals-webhook'],
    variant: 'no-ekyc',
    title: 'delivers passport submissions without extra.ekyc',
    points: leavingOut(
      'extra.ekyc',
      (subject) => isSubmission(subject) && subject.application.submission?.document === 'passport',
    ),
  }),
  defineFault({
    rule: 'event.lifecycle.no-answers',
    title: 'gives lifecycle events empty answers',
    points: settingInPayload('answers', () => ({}), isLifecycle),
  }),
  defineFault({
    rule: 'event.submit-form.on-submission',
    title: 'does not deliver passport submissions',
    points: {
      deliveries: (planned, { trigger, application }) =>
        trigger === 'submission' && application.submission?.document === 'passport' ? [] : planned,
    },
  }),
  defineFault({
    rule: 'event.submit-form.complete',
    alsoBreaks: ['result.equals-webhook'],
    title: 'delivers submissions over JSON as expired',
    points: changingPayload('application.status', () => 'expired', isPlainSubmission),
  }),
  defineFault({
    rule: 'event.update-status.on-change',
    title: 'does not tell of status changes',
    points: { deliveries: (planned, { trigger }) => (trigger === 'status-change' ? [] : planned) },
  }),
  defineFault({
    rule: 'event.drop-off.on-expiry',
    title: 'does not tell of expiries',
    points: { deliveries: (planned, { trigger }) => (trigger === 'expiry' ? [] : planned) },
  }),
];
