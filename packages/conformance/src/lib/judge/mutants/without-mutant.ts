import type { RuleId } from '@idvkit/schema/rules';

const NOT_DONE = 'It is broken by what a service does not do, and an observation can be corrupted, but not left out.';

/** Rules for which no observation can be corrupted so that it alone breaks them, and why. Each has faults that break it. */
export const rulesWithoutMutant: Readonly<Partial<Record<RuleId, string>>> = {
  'submit.plain-flow.completes': NOT_DONE,
  'resend.delivers': NOT_DONE,
  'event.submit-form.on-submission': NOT_DONE,
  'event.update-status.on-change': NOT_DONE,
  'event.drop-off.on-expiry': NOT_DONE,
  'delivery.every-receiver': NOT_DONE,
  'delivery.5xx.retried': NOT_DONE,
  'auth.refused.no-effect': 'What follows a refused call has other possible causes wherever it is put.',
};
