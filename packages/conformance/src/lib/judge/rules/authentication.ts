import { SERVICE_ENDPOINTS, ENDPOINT_METHODS } from '../../observe/condition.ts';
import type { Condition } from '../../observe/condition.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { fail, passFor } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { refusalHasNoEffect } from './authentication-no-effect.ts';
import { leaksNothing } from './authentication-no-leak.ts';
import { judgeableAnswer, statusRule, TOKEN_ENDPOINTS, withoutContrast } from './status-rule.ts';

function endpointOf({ endpoint }: Condition): string {
  return endpoint;
}

const never405 = defineRule('auth.never-405', {
  scope: 'run',
  needs: 'Calls with a method that is not the one of the endpoint.',
  coverage: SERVICE_ENDPOINTS,
  *judge(run) {
    for (const exchange of run) {
      if (exchange.kind !== 'exchange' || !isServiceCondition(exchange.condition)) continue;
      const { endpoint, method } = exchange.condition;
      const answer = judgeableAnswer(exchange);
      if (!('status' in answer)) continue;
      if (answer.status === 405) {
        yield fail(exchange, { message: 'Answers 405, which no endpoint does', actual: 405 });
      } else if (method !== ENDPOINT_METHODS[endpoint] && answer.status < 500) {
        yield withoutContrast(exchange, run) ?? passFor(endpoint, exchange);
      }
    }
  },
});

export const authenticationRules: readonly Rule[] = [
  statusRule('auth.invalid-token.401', {
    needs: 'Calls with a wrong token on create, result, submit and resend.',
    coverage: TOKEN_ENDPOINTS,
    part: endpointOf,
  }),
  statusRule('auth.revoked-token.401', { needs: 'A token that was revoked (fixtures.revokedToken).' }),
  statusRule('auth.other-scheme.401', {
    needs: 'Calls whose Authorization header has another scheme, or no token in it.',
    coverage: TOKEN_ENDPOINTS,
    part: endpointOf,
  }),
  statusRule('auth.absent.403', {
    needs: 'Calls without Authorization on create, result, submit and resend.',
    coverage: TOKEN_ENDPOINTS,
    part: endpointOf,
  }),
  statusRule('auth.get-on-post-only.403', {
    needs: 'GET calls on create, submit and resend.',
    coverage: SERVICE_ENDPOINTS.filter((endpoint) => ENDPOINT_METHODS[endpoint] === 'POST'),
    part: endpointOf,
  }),
  never405,
  refusalHasNoEffect,
  leaksNothing,
];
