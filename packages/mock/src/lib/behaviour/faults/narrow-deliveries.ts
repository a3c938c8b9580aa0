import { defineFault, type Fault } from './fault.ts';
import { changingPayload, moved, settingInPayload } from './points.ts';

/** Faults of deliveries that show on some alone, or by very little. */
export const narrowDeliveryFaults: readonly Fault[] = [
  defineFault({
    rule: 'event.nounce.unique',
    variant: 'shared-by-receivers',
    title: 'gives all receivers of a submission one nounce',
    points: () => {
      const given = new Map<string, string>();
      return {
        eventHeader: (header, { application, trigger, attempt }) => {
          if (attempt > 1 || trigger !== 'submission') return header;
          const nounce = given.get(application.slug) ?? header.nounce;
          given.set(application.slug, nounce);
          return { ...header, nounce };
        },
      };
    },
  }),
  defineFault({
    rule: 'event.created-at.is-delivery-time',
    variant: 'two-minutes',
    title: 'gives a time of delivery two minutes ago',
    points: { eventHeader: (header) => ({ ...header, createdAt: moved(header.createdAt, -120) }) },
  }),
  defineFault({
    rule: 'event.version.on-submit-form',
    variant: 'fraction',
    title: 'versions submissions as 1.5',
    points: changingPayload(
      'event.version',
      () => 1.5,
      (subject) => subject.carrier === 'delivery' && subject.type === 'submit_form',
    ),
  }),
  defineFault({
    rule: 'event.lifecycle.no-answers',
    variant: 'extra',
    title: 'gives expiries an empty extra',
    points: settingInPayload(
      'extra',
      () => ({}),
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'expiry',
    ),
  }),
  defineFault({
    rule: 'delivery.bearer',
    variant: 'on-resends',
    title: 'has a letter too many in the secret when it sends again',
    points: {
      deliveryRequest: (request, { receiver, trigger }) =>
        trigger === 'resend'
          ? { ...request, headers: { ...request.headers, authorization: `Bearer ${receiver.secret}x` } }
          : request,
    },
  }),
  defineFault({
    rule: 'delivery.content-type.json',
    variant: 'form',
    title: 'labels lifecycle events as a form',
    points: {
      deliveryRequest: (request, { type }) =>
        type === 'submit_form'
          ? request
          : { ...request, headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' } },
    },
  }),
  defineFault({
    rule: 'delivery.every-receiver',
    variant: 'on-resends',
    title: 'sends again to the first receiver alone',
    points: { deliveries: (planned, { trigger }) => (trigger === 'resend' ? planned.slice(0, 1) : planned) },
  }),
  defineFault({
    rule: 'delivery.5xx.new-nounce',
    variant: 'from-the-second',
    alsoBreaks: ['event.nounce.unique'],
    title: 'keeps the nounce from the second retry on',
    points: () => {
      const second = new Map<string, string>();
      return {
        eventHeader: (header, { application, receiver, trigger, attempt }) => {
          const key = `${application.slug}/${receiver.id}/${trigger}`;
          if (attempt === 2) second.set(key, header.nounce);
          return attempt > 2 ? { ...header, nounce: second.get(key) ?? header.nounce } : header;
        },
      };
    },
  }),
  defineFault({
    rule: 'delivery.5xx.at-most-three',
    variant: 'only-500',
    title: 'tries a fourth time again after 500 alone',
    points: {
      retry: (again, { outcome, attempt }) =>
        outcome.kind === 'answered' && outcome.status === 500 ? attempt < 5 : again,
    },
  }),
];
