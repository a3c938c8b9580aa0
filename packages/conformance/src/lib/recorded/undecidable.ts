import type { RuleId } from '@idvkit/schema/rules';

const PARTIAL = 'A recording does not show what else happened, which this rule depends on: check the live service.';
const NO_SECRET = 'The secret of the deliveries is not known: set IDV_WEBHOOK_SECRET.';
const NO_ADDRESS = 'The address of the service is not known: give it with --base-url.';

/** Rules that need complete traffic, or a clock that the recorder may not have. */
const partial: ReadonlySet<RuleId> = new Set<RuleId>([
  'image.readable-while-valid',
  'image.unreadable-after-exp',
  'result.equals-webhook',
  'result.read-only',
  'submit.again.unchanged',
  'submit.plain-flow.completes',
  'resend.never-submitted.no-delivery',
  'resend.same-content',
  'resend.submission-only',
  'auth.refused.no-effect',
  'event.created-at.is-delivery-time',
  'event.submit-form.on-submission',
  'delivery.2xx.done',
  'delivery.4xx.not-retried',
  'delivery.timeout.not-retried',
  'delivery.timeout.waits-30s',
  'delivery.5xx.at-most-three',
  'delivery.5xx.stops-on-2xx',
]);

/** Returns why recorded traffic cannot decide a rule, if so. `isPlaced`: the address of the service is known. */
export function undecidableWherePartial(
  id: RuleId,
  { isPlaced, hasSecret }: { readonly isPlaced: boolean; readonly hasSecret: boolean },
): string | undefined {
  if (!isPlaced && id === 'image.url.path') return NO_ADDRESS;
  if (!hasSecret && id === 'delivery.bearer') return NO_SECRET;
  return partial.has(id) ? PARTIAL : undefined;
}
