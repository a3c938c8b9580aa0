import { ruleEntry, type RuleId } from '@idvkit/schema/rules';

const MASKED = 'The archive is masked, and the values that this rule rests on are not in it: judge the run itself.';
const PARTIAL =
  'A recording does not show what happened beside it, which this rule rests on: drive the service with run.';
const NO_SECRET = 'Which secret deliveries are to carry is not known: give it in IDV_WEBHOOK_SECRET.';
const NO_ADDRESS = 'Where the service begins is not known: name it with --base-url.';

/** Rules beyond one body that read, or compare, values that masking takes away: names, moments, signatures. */
const masked: ReadonlySet<RuleId> = new Set<RuleId>([
  'application.id.stable',
  'application.slug.correlates-create',
  'application.submitted-at.stable',
  'answers.input-parameters.returned',
  'answers.undeclared.discarded',
  'image.fresh-on-resend',
  'image.readable-while-valid',
  'image.unreadable-without-signature',
  'image.unreadable-after-exp',
  'create.answers.document-type-prefill',
  'create.form-url.unique',
  'result.equals-webhook',
  'result.read-only',
  'info.data.id',
  'submit.again.unchanged',
  'resend.same-content',
  'resend.new-created-at',
  'auth.no-leak',
  'auth.refused.no-effect',
  'event.created-at.is-delivery-time',
  'delivery.idempotency-key.stable',
]);

/** Rules that rest on nothing else having happened, or on a clock that the recorder may not have. */
const partial: ReadonlySet<RuleId> = new Set<RuleId>([
  'image.readable-while-valid',
  'image.unreadable-after-exp',
  'result.equals-webhook',
  'result.read-only',
  'submit.again.unchanged',
  'submit.plain-flow.completes',
  'resend.never-submitted.no-delivery',
  'resend.same-content',
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

/** Says why a rule cannot be decided by what a masked archive holds; undefined where it can. */
export function undecidableWhereMasked(id: RuleId): string | undefined {
  return masked.has(id) || ruleEntry(id).body?.readsMasked === true ? MASKED : undefined;
}

/**
 * Says why a rule cannot be decided by traffic that was recorded somewhere on its way; undefined where it can.
 *
 * @param known `isPlaced`: whether the address of the service is. `hasSecret`: whether it is known what deliveries are to carry.
 */
export function undecidableWherePartial(
  id: RuleId,
  { isPlaced, hasSecret }: { readonly isPlaced: boolean; readonly hasSecret: boolean },
): string | undefined {
  if (!isPlaced && id === 'image.url.path') return NO_ADDRESS;
  if (!hasSecret && id === 'delivery.bearer') return NO_SECRET;
  return partial.has(id) ? PARTIAL : undefined;
}
