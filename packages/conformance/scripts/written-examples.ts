import type { RuleId } from '@idvkit/schema/rules';

/** A right and a wrong behaviour. */
export interface RightAndWrong {
  readonly right: string;
  readonly wrong: string;
}

/** Examples of rules that no single call, delivery or body shows. */
export const WRITTEN_EXAMPLES: Readonly<Partial<Record<RuleId, RightAndWrong>>> = {
  'application.slug.correlates-create': {
    right: 'create: `"slug": "k3v9"`, delivery: `"slug": "k3v9"`',
    wrong: 'create: `"slug": "k3v9"`, delivery: `"slug": "p7w2"`',
  },
  'application.slug.unique': {
    right: 'two creates: `"k3v9"`, `"p7w2"`',
    wrong: 'two creates: `"k3v9"`, `"k3v9"`',
  },
  'application.submitted-at.stable': {
    right: 'delivery and resend: `"submitted_at": "2026-01-05T03:00:00+00:00"`',
    wrong: 'resend: `"submitted_at": "2026-01-05T02:59:53+00:00"`',
  },
  'application.id.stable': { right: 'result and resend: `"id": 10001`', wrong: 'resend: `"id": 10002`' },
  'answers.input-parameters.returned': {
    right: 'create with `"customer_ref": "A-17"`, delivery with `"customer_ref": { "value": "A-17" }`',
    wrong: 'a delivery without `customer_ref`',
  },
  'answers.undeclared.discarded': {
    right: 'create with `"favourite_color": "red"`, delivery without it',
    wrong: 'a delivery with `"favourite_color": { "value": "red" }`',
  },
  'image.fresh-on-resend': {
    right: 'a resend with a new `q` and a later `exp`',
    wrong: 'a resend with the image URLs of the first delivery',
  },
  'image.url.absolute-on-service-host': {
    right: '`https://idv.example.com/api/ekyc/k3v9/result/image/?q=…&exp=…`',
    wrong: '`/api/ekyc/k3v9/result/image/?q=…&exp=…`',
  },
  'image.exp.15-minutes-after-event': {
    right: '`created_at` at 03:10:00, `exp` at 03:25:00',
    wrong: '`created_at` at 03:10:00, `exp` at 03:26:00',
  },
  'image.readable-while-valid': { right: '`GET` with the token, before `exp` → 200, an image', wrong: '→ 404' },
  'image.unreadable-without-signature': {
    right: '`GET` with an altered `q` → 403, no image',
    wrong: '→ 200, an image',
  },
  'image.unreadable-without-token': {
    right: '`GET` of a signed URL without the token → 403, no image',
    wrong: '→ 200, an image',
  },
  'image.unreadable-after-exp': { right: '`GET` after `exp` → 403, no image', wrong: '→ 200, an image' },
  'convention.json': { right: '`content-type: application/json`', wrong: '`content-type: text/plain`' },
  'event.present': {
    right: '`{ "event": { "type": "drop_off", … }, "application": { … } }`',
    wrong: '`{ "application": { … } }`',
  },
  'event.nounce.unique': {
    right: 'delivery and retry: `"nounce": "6f1c…"`, `"nounce": "b20e…"`',
    wrong: 'the retry repeats `"nounce": "6f1c…"`',
  },
  'event.created-at.is-delivery-time': {
    right: 'arrives at 03:10:00 with `"created_at": "2026-01-05T03:10:00+00:00"`',
    wrong: 'arrives at 03:10:00 with `"created_at": "2026-01-05T02:10:00+00:00"`',
  },
  'event.submit-form.on-submission': {
    right: 'each receiver gets one `submit_form` after a submission',
    wrong: 'a receiver gets none, or two under one submission',
  },
  'event.update-status.on-change': {
    right: 'an operator changes a status → `update_status`',
    wrong: 'an operator changes a status → no delivery',
  },
  'event.drop-off.on-expiry': {
    right: 'an application that was started expires → `drop_off`',
    wrong: 'an application that was started expires → no delivery',
  },
  'answers.nid.national-id-only': {
    right: 'with a passport: no `answers.nid`',
    wrong: 'with a passport: `answers.nid.value`: `"1101700230708"`',
  },
  'delivery.bearer': {
    right: '`Authorization: Bearer` with the secret of the webhook',
    wrong: 'no `Authorization` header',
  },
  'receiver.accepts-2xx': { right: 'a valid delivery → 204', wrong: '→ 302' },
  'receiver.within-30s': { right: 'a delivery of 20 MB → 204 after 1 s', wrong: '→ 204 after 31 s' },
  'receiver.secret-mismatch.401': { right: '`Authorization: Bearer` with a wrong secret → 401', wrong: '→ 403' },
  'receiver.secret-absent.401': { right: 'no `Authorization` header → 401', wrong: '→ 204' },
  'receiver.secret.exact': {
    right: '`Bearer whsec_1x`, where the secret is `whsec_1` → 401',
    wrong: '→ 204',
  },
  'receiver.unknown-type.ignored': { right: '`"type": "archived"` → 204', wrong: '→ 500' },
  'receiver.lifecycle.accepted': { right: 'a `drop_off` without `answers` → 204', wrong: '→ 400' },
  'receiver.sparse.accepted': { right: 'a `submit_form` without `answers.nid` → 204', wrong: '→ 400' },
  'receiver.unknown-fields.accepted': { right: 'a `submit_form` with `"tier": 2` → 204', wrong: '→ 422' },
  'receiver.custom-status.any-case': { right: '`"risk_team": "NEED review"` → 204', wrong: '→ 422' },
  'receiver.duplicate.acknowledged': { right: 'the same submission with a new `nounce` → 204', wrong: '→ 409' },
  'receiver.duplicate.processed-once': {
    right: 'a submission that is delivered three times is processed once',
    wrong: 'it is processed three times, once for each `nounce`',
  },
  'receiver.out-of-order.accepted': {
    right: '`update_status` before its `submit_form` → 204',
    wrong: '→ 404, because the application is unknown',
  },
  'receiver.large-body.accepted': { right: 'a delivery of 20 MB → 204', wrong: '→ 413' },
  'receiver.refuses-malformed': { right: '`{"event":` → 400', wrong: '→ 204' },
  'receiver.survives': { right: '204 to the last delivery of the audit', wrong: 'no answer: the process ended' },
  'client.create.per-applicant': {
    right: 'two applicants: two creates, two `form_url`s',
    wrong: 'two applicants open the same `form_url`',
  },
  'client.answers.flat': {
    right: '`{ "answers": { "home_address_country": "THA" } }`',
    wrong: '`{ "answers": { "home_address": { "country": "THA" } } }`',
  },
  'client.retry.429-backoff': { right: 'waits of 1 s, 2 s, 4 s after a 429', wrong: 'waits of 0 s, 0 s, 0 s' },
  'client.retry.5xx-at-most-three': { right: 'one call and at most three repeats', wrong: 'a fourth repeat' },
  'client.retry.never-4xx': { right: 'no repeat after a 404', wrong: 'the same call after a 404' },
  'client.retry.no-loop-461': {
    right: 'no create after a 461, until there is credit',
    wrong: 'a create each minute after a 461',
  },
  'client.polling.for-recovery': {
    right: 'reads a result after its webhook, or once if none came',
    wrong: 'reads a result each second until it is complete',
  },
  'client.image.copied-in-time': {
    right: 'fetches every image within 15 minutes',
    wrong: 'stores the URL, and fetches it the next day',
  },
  'client.info.not-for-backends': {
    right: '`GET …/applied-forms/k3v9/result/`',
    wrong: '`GET …/applied-forms/k3v9/` with the token',
  },
  'client.lang.known': { right: '`/en/api/forms/…`', wrong: '`/gb/api/forms/…`' },
  'client.token.bearer': {
    right: '`Authorization: Bearer …`',
    wrong: '`Authorization: …`, the token without `Bearer`',
  },
  'client.token.not-in-url': {
    right: '`Authorization: Bearer …`',
    wrong: '`/create/?token=…`',
  },
};
