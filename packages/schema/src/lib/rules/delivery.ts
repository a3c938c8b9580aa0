import { defineRules, rulesOf } from './rule-entry.ts';

const { delivery } = rulesOf('Delivery rules', { supplies: ['receiver'] });
const events = rulesOf('Events', { supplies: ['submitted-application', 'receiver'] });
const authentication = rulesOf('Authentication', { supplies: ['submitted-application', 'receiver'] });

export const deliveryRules = defineRules({
  'delivery.method.post': events.delivery('Deliveries are POST requests'),
  'delivery.content-type.json': events.delivery('Deliveries are sent as `application/json`'),
  'delivery.bearer': authentication.delivery("Every delivery carries the receiver's own secret as a bearer", {
    decidedBy: 'secret',
  }),
  'delivery.https': events.delivery('Deliveries travel over HTTPS with a valid certificate only', {
    supplies: ['receiver'],
    reach: 'operated',
  }),
  'delivery.2xx.done': delivery('Does not deliver again after the receiver answered 2xx', {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'delivery.5xx.retried': delivery('Delivers again after the receiver answered 5xx', { reach: 'timed' }),
  'delivery.5xx.at-most-three': delivery('Delivers again at most three times, however often the receiver answers 5xx', {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'delivery.5xx.stops-on-2xx': delivery('Stops delivering again as soon as the receiver answers 2xx', {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'delivery.5xx.new-nounce': delivery('Every retry has a new `event.nounce`'),
  'delivery.4xx.not-retried': delivery('Does not deliver again after the receiver answered 4xx', {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'delivery.timeout.not-retried': delivery(
    'Does not deliver again after the receiver left a delivery without an answer for 30 seconds',
    { reach: 'timed', decidedBy: 'whole-run' },
  ),
  'delivery.timeout.waits-30s': delivery("Waits the full 30 seconds for the receiver's answer", {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'delivery.every-receiver': events.delivery('Delivers to each of several receivers, whatever the others answer'),
  'delivery.idempotency-key.stable': delivery(
    'Slug and `submitted_at` are the same in every retry and resend of a submission',
    { supplies: ['submitted-application', 'receiver'] },
  ),
});
