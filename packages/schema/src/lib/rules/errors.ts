import { defineRules } from './rule-entry.ts';

export const errorsRules = defineRules({
  'error.envelope.shape': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'error.status_code integer, error.message string, error.detail',
  },
  'error.envelope.status-code': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'status_code is the HTTP status',
  },
  'error.envelope.message': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '401 Unauthorized, 403 Forbidden; a non-empty reason elsewhere',
  },
  'error.envelope.detail-string': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'a string, but on a create 422',
  },
  'error.401.detail': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`No permission -- see authorization schemes`',
  },
  'error.403.detail': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: '`Request forbidden -- authorization will not help`',
  },
  'error.content-type.json': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'application/json',
  },
});
