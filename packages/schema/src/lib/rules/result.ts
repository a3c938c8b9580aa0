import { defineRules } from './rule-entry.ts';

export const resultRules = defineRules({
  'result.status.200': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'for an application that exists, with the token',
  },
  'result.body.webhook-minus-event': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'application, answers, extra, and no event',
  },
  'result.open.empty': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'answers and extra are `{}` before submission',
  },
  'result.equals-webhook': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: "after submission: the webhook's application, answers, extra, signed URLs apart",
  },
  'result.read-only': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'reading changes nothing',
  },
  'result.unknown.404': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'unknown slug',
  },
  'result.deleted.404': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'deleted application',
  },
  'result.size.few-kb': {
    section: 'Get application result',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'a few kB where AML found nothing',
  },
  'result.status.documented': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '200, 401, 403, 404, 429, 500',
  },
});
