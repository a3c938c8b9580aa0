import { defineRules } from './rule-entry.ts';

export const errorsRules = defineRules({
  'error.envelope.shape': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'An error has the envelope `error` with an integer `status_code`, a `message` and a `detail`',
  },
  'error.envelope.status-code': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '`error.status_code` repeats the HTTP status',
  },
  'error.envelope.message': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`error.message` is the reason phrase: `Unauthorized` on 401, `Forbidden` on 403, some text elsewhere',
  },
  'error.envelope.detail-string': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`error.detail` is a string, but for a 422 on create',
  },
  'error.401.detail': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`error.detail` of a 401 is `No permission -- see authorization schemes`',
  },
  'error.403.detail': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`error.detail` of a 403 is `Request forbidden -- authorization will not help`',
  },
  'error.content-type.json': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Errors are sent as `application/json`',
  },
});
