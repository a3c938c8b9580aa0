import { defineRules } from './rule-entry.ts';

export const resendRules = defineRules({
  'resend.status.204-empty': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '204 and no body',
  },
  'resend.never-submitted.204': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '204 too',
  },
  'resend.never-submitted.no-delivery': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'and nothing arrives',
  },
  'resend.delivers': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'a submitted application is delivered again',
  },
  'resend.same-content': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'same application, answers, extra, signed URLs apart',
  },
  'resend.new-nounce': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'another event.nounce',
  },
  'resend.new-created-at': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'a later event.created_at',
  },
  'resend.unknown.404': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'unknown slug',
  },
  'resend.404.bare-detail': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`{detail: string}`, no `error` wrapper',
  },
  'resend.status.documented': {
    section: 'Resend webhook',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '204, 401, 403, 404, 429, 500',
  },
});
