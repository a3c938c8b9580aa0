import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, delivery } = rulesOf('Resend webhook', { supplies: ['submitted-application', 'receiver'] });
const states = rulesOf('States and transitions', { supplies: [] });
const deliveries = rulesOf('Delivery rules', { supplies: ['receiver', 'expired-application', 'status-change'] });
const errors = rulesOf('Errors', { supplies: [] });

export const resendRules = defineRules({
  'resend.status.204-empty': exchange('A resend call returns 204 and no body', {
    supplies: ['submitted-application'],
    reach: 'submitted',
  }),
  'resend.never-submitted.204': states.exchange(
    'A resend call for an application that was never submitted returns 204 too',
  ),
  'resend.never-submitted.no-delivery': states.delivery(
    'A resend call for an application that was never submitted delivers nothing',
    { supplies: ['receiver'], decidedBy: 'whole-run' },
  ),
  'resend.delivers': delivery('A resend call has a submitted application delivered again'),
  'resend.same-content': delivery('A resent delivery says the same as the original, except for signed URLs', {
    decidedBy: 'whole-run',
  }),
  'resend.new-nounce': delivery('A resent delivery has a new `event.nounce`'),
  'resend.new-created-at': delivery('A resent delivery has a later `event.created_at`'),
  'resend.submission-only': deliveries.delivery('A resend call delivers no lifecycle event again', {
    reach: 'timed',
    decidedBy: 'whole-run',
  }),
  'resend.unknown.404': exchange('A resend call for an unknown application returns 404', {
    supplies: [],
    identifiedBy: 'recording.unknownSlugs',
  }),
  'resend.404.bare-detail': errors.body('A 404 on resend is a bare `detail` string, without an envelope', {
    identifiedBy: 'recording.unknownSlugs',
    decidedBy: 'call',
  }),
  'resend.status.documented': exchange('Resend calls return only the statuses that the specification lists for them', {
    supplies: [],
  }),
});
