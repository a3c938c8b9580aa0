import { defineRules, rulesOf } from './rule-entry.ts';

const { rule } = rulesOf('Delivery rules');

export const deliveryRules = defineRules({
  'delivery.method.post': rule('delivery', 'Deliveries are POST requests', { section: 'Events' }),
  'delivery.content-type.json': rule('delivery', 'Deliveries are sent as `application/json`', { section: 'Events' }),
  'delivery.bearer': rule('delivery', "Every delivery carries the receiver's own secret as a bearer", {
    section: 'Authentication',
  }),
  'delivery.https': rule('delivery', 'Deliveries travel over HTTPS with a valid certificate only', {
    section: 'Events',
  }),
  'delivery.2xx.done': rule('delivery', 'Does not deliver again after the receiver answered 2xx'),
  'delivery.5xx.retried': rule('delivery', 'Delivers again after the receiver answered 5xx'),
  'delivery.5xx.at-most-three': rule(
    'delivery',
    'Delivers again at most three times, however often the receiver answers 5xx',
  ),
  'delivery.5xx.stops-on-2xx': rule('delivery', 'Stops delivering again as soon as the receiver answers 2xx'),
  'delivery.5xx.new-nounce': rule('delivery', 'Every retry has a new `event.nounce`'),
  'delivery.4xx.not-retried': rule('delivery', 'Does not deliver again after the receiver answered 4xx'),
  'delivery.timeout.not-retried': rule(
    'delivery',
    'Does not deliver again after the receiver left a delivery without an answer for 30 seconds',
  ),
  'delivery.timeout.waits-30s': rule('delivery', "Waits the full 30 seconds for the receiver's answer"),
  'delivery.every-receiver': rule('delivery', 'Delivers to each of several receivers, whatever the others answer', {
    section: 'Events',
  }),
  'delivery.idempotency-key.stable': rule(
    'delivery',
    'Slug and `submitted_at` are the same in every retry and resend of a submission',
  ),
});
