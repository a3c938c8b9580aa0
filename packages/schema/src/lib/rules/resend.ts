import { defineRules, rulesOf } from './rule-entry.ts';

const { rule } = rulesOf('Resend webhook');

export const resendRules = defineRules({
  'resend.status.204-empty': rule('exchange', 'A resend call is answered with 204 and no body'),
  'resend.never-submitted.204': rule(
    'exchange',
    'A resend call for an application that was never submitted is answered with 204 too',
    { section: 'States and transitions' },
  ),
  'resend.never-submitted.no-delivery': rule(
    'delivery',
    'A resend call for an application that was never submitted delivers nothing',
    { section: 'States and transitions' },
  ),
  'resend.delivers': rule('delivery', 'A resend call has a submitted application delivered again'),
  'resend.same-content': rule('delivery', 'A resent delivery says the same as the original, signed URLs apart'),
  'resend.new-nounce': rule('delivery', 'A resent delivery has a new `event.nounce`'),
  'resend.new-created-at': rule('delivery', 'A resent delivery has a later `event.created_at`'),
  'resend.submission-only': rule('delivery', 'A resend call delivers no lifecycle event again', {
    section: 'Delivery rules',
  }),
  'resend.unknown.404': rule('exchange', 'A resend call for an unknown application is answered with 404'),
  'resend.404.bare-detail': rule('body', 'A 404 on resend is a bare `detail` string, without an envelope', {
    section: 'Errors',
  }),
  'resend.status.documented': rule(
    'exchange',
    'Resend calls are answered with none but the statuses that the specification lists for them',
  ),
});
