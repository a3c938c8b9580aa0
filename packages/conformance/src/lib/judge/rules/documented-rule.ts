import type { RuleId } from '@idvkit/schema/rules';

import { ENDPOINT_METHODS, type ServiceEndpoint } from '../../observe/condition.ts';
import { DOCUMENTED_STATUSES, isDocumented } from '../expectation/documented-statuses.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';
import { judgeableAnswer, withoutContrast } from './status-rule.ts';

/** Defines the catch-all rule of an endpoint: its section or the expectation table must list every status. */
export function documentedRule(id: Extract<RuleId, `${ServiceEndpoint}.status.documented`>): RuleOf<'run'> {
  return defineRule(id, {
    scope: 'run',
    needs: `A call on the ${endpointOf(id)} endpoint.`,
    *judge(run) {
      const endpoint = endpointOf(id);
      for (const exchange of run) {
        if (exchange.kind !== 'exchange' || exchange.condition.endpoint !== endpoint) continue;
        const { condition, repeated } = exchange;
        const { method } = condition;
        if (!isServiceCondition(condition) || (method !== ENDPOINT_METHODS[endpoint] && method !== 'GET')) continue;
        const answer = judgeableAnswer(exchange);
        if (!('status' in answer)) {
          if (!repeated) yield answer;
          continue;
        }
        const { status } = answer;
        if (status === 405 || status >= 500) continue;
        const expected = expectedAnswers(condition);
        if (expected?.some((answer) => answer.status === status)) {
          yield withoutContrast(exchange, run) ?? pass(exchange);
        } else if (!isDocumented(status, endpoint, condition)) {
          yield fail(exchange, {
            message: `Answers ${status}, which is not one of the statuses of the ${endpoint} endpoint`,
            expected: DOCUMENTED_STATUSES[endpoint],
            actual: status,
          });
        }
      }
    },
  });
}

function endpointOf(id: Extract<RuleId, `${ServiceEndpoint}.status.documented`>): ServiceEndpoint {
  // The ids that the type lets through begin with an endpoint.
  return id.slice(0, id.indexOf('.')) as ServiceEndpoint;
}
