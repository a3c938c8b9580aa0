import { defineRules } from './rule-entry.ts';

export const resultRules = defineRules({
  'result.status.200': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'The result of an existing application is answered with 200 to the holder of the token',
  },
  'result.body.webhook-minus-event': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'A result has `application`, `answers` and `extra`, and no `event`',
  },
  'result.open.empty': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: '`answers` and `extra` of a result are empty objects until the application is submitted',
  },
  'result.equals-webhook': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'delivery',
    title: 'The result of a submitted application says the same as its webhook, signed URLs apart',
  },
  'result.read-only': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'Reading a result changes nothing',
  },
  'result.unknown.404': {
    section: 'Status codes',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'The result of an unknown application is answered with 404',
  },
  'result.deleted.404': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'The result of a deleted application is answered with 404',
  },
  'result.size.few-kb': {
    section: 'Limits',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A result in which screening found nothing is a few kB long',
  },
  'result.status.documented': {
    section: 'Get application result',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Result calls are answered with none but the statuses that the specification lists for them',
  },
});
