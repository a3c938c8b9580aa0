import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, operator, sequence } = rulesOf('Authentication', { supplies: [] });

export const authenticationRules = defineRules({
  'auth.invalid-token.401': exchange('A call with a token that is not valid returns 401', {
    identifiedBy: 'recording.invalidTokens',
  }),
  'auth.revoked-token.401': operator('A call with a revoked token returns 401', { supplies: ['revoked-token'] }),
  'auth.other-scheme.401': exchange(
    'A call whose Authorization header holds another scheme, or no token, returns 401',
    { level: 'should' },
  ),
  'auth.absent.403': exchange('A call without an Authorization header, where a token is needed, returns 403'),
  'auth.get-on-post-only.403': exchange('A GET on an endpoint that takes POST returns 403'),
  'auth.never-405': exchange('No call on any endpoint returns 405'),
  'auth.refused.no-effect': sequence('A call that is refused changes nothing and delivers nothing', {
    supplies: ['submitted-application', 'receiver'],
    reach: 'delivered',
    decidedBy: 'whole-run',
  }),
  'auth.no-leak': exchange('The answer to a refused call holds nothing of the result of an application'),
});
