import { defineRules } from './rule-entry.ts';

export const authenticationRules = defineRules({
  'auth.invalid-token.401': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A call with a token that is not valid is answered with 401',
  },
  'auth.revoked-token.401': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'A call with a revoked token is answered with 401',
  },
  'auth.other-scheme.401': {
    section: 'Authentication',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A call whose Authorization header holds another scheme, or no token, is answered with 401',
  },
  'auth.absent.403': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A call without an Authorization header, where a token is needed, is answered with 403',
  },
  'auth.get-on-post-only.403': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A GET on an endpoint that takes POST is answered with 403',
  },
  'auth.never-405': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'No call on any endpoint is answered with 405',
  },
  'auth.refused.no-effect': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'A call that is refused changes nothing and delivers nothing',
  },
  'auth.no-leak': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'The answer to a refused call holds nothing of the result of an application',
  },
});
