import { defineRules } from './rule-entry.ts';

export const resendRules = defineRules({
  'resend.status.204-empty': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A resend call is answered with 204 and no body',
  },
  'resend.never-submitted.204': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A resend call for an application that was never submitted is answered with 204 too',
  },
  'resend.never-submitted.no-delivery': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resend call for an application that was never submitted delivers nothing',
  },
  'resend.delivers': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resend call has a submitted application delivered again',
  },
  'resend.same-content': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resent delivery says the same as the original, signed URLs apart',
  },
  'resend.new-nounce': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resent delivery has a new `event.nounce`',
  },
  'resend.new-created-at': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'A resent delivery has a later `event.created_at`',
  },
  'resend.unknown.404': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A resend call for an unknown application is answered with 404',
  },
  'resend.404.bare-detail': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'A 404 on resend is a bare `detail` string, without an envelope',
  },
  'resend.status.documented': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Resend calls are answered with none but the statuses that the specification lists for them',
  },
});
