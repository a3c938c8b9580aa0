import { defineRules } from './rule-entry.ts';

export const authenticationRules = defineRules({
  'auth.invalid-token.401': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'per endpoint create, result, submit, resend: header present, token wrong',
  },
  'auth.revoked-token.401': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'a revoked token',
  },
  'auth.other-scheme.401': {
    section: 'Authentication',
    level: 'should',
    binds: 'service',
    seenBy: 'exchange',
    title: 'header present with another scheme or no token in it',
  },
  'auth.absent.403': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'per endpoint create, result, submit, resend',
  },
  'auth.get-on-post-only.403': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'create, submit, resend',
  },
  'auth.never-405': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'no method on any endpoint gives 405',
  },
  'auth.refused.no-effect': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'a refused call changes nothing and delivers nothing',
  },
  'auth.no-leak': {
    section: 'Authentication',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: "nothing of an application's result in a 401, 403 or 404 body",
  },
});
