import { DEFAULT_LOCALE, ENDPOINTS } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import type { Condition, ServiceEndpoint } from '../../observe/condition.ts';
import { exchangesOf, type Exchange, type Observation } from '../../observe/observation.ts';
import { type Answer, hasShape } from '../expectation/answer-shape.ts';
import {
  DOCUMENTED_STATUSES,
  type ExpectedAnswer,
  expectedAnswers,
  isDocumented,
} from '../expectation/expected-answers.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { seenApplications, servedEndpoints } from '../expectation/served-endpoints.ts';
import { fail, inconclusive, type Inconclusive, type Judgement, pass, passFor } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';

export interface StatusRuleOptions {
  readonly needs: string;
  /** Parts that must all be seen; `part` returns the one that a call shows. */
  readonly coverage?: readonly string[];
  readonly part?: (condition: Condition) => string;
  /** Fails if there is a body where none is due. Default: that is another rule's finding. */
  readonly strictlyEmpty?: boolean;
}

/** Defines a rule for one expected answer. A success needs a body of the right outline, a refusal a served call. */
export function statusRule(id: RuleId, { part, strictlyEmpty = false, ...options }: StatusRuleOptions): RuleOf<'run'> {
  return defineRule(id, {
    scope: 'run',
    ...options,
    *judge(run) {
      for (const observation of exchangesOf(run)) {
        const expected = expectedAnswers(observation.condition) ?? [];
        if (!expected.some((answer) => answer.certain && answer.rule === id)) continue;
        const judgement = (strictlyEmpty && judgeEmptiness(observation)) || judgeStatus(observation, id, run);
        if (judgement?.outcome === 'pass' && part) yield passFor(part(observation.condition), observation);
        else if (judgement) yield judgement;
      }
    },
  });
}

function judgeEmptiness(exchange: Exchange): Judgement | undefined {
  const { response } = exchange;
  if (response === undefined || response.status >= 300 || response.body.size === 0) return undefined;
  return fail(exchange, {
    message: `The ${response.status} has a body`,
    expected: 'no body',
    actual: `${response.body.size} bytes`,
  });
}

function judgeStatus(exchange: Exchange, id: RuleId, run: readonly Observation[]): Judgement | undefined {
  const answer = judgeableAnswer(exchange);
  if (!('status' in answer)) return answer;
  const expected = expectedAnswers(exchange.condition) ?? [];
  const matching = expected.filter(({ status }) => status === answer.status);
  if (matching.length === 0) {
    // The rules about locales report it.
    if (isLocaleRefused(exchange)) return undefined;
    // If there are several reasons to fail, the first one's rule reports.
    const speaks = expected.find(({ certain }) => certain)?.rule === id;
    return speaks ? fail(exchange, unexpectedStatus(answer.status, expected)) : undefined;
  }
  // If another reason calls for the same status, the cause is unclear.
  if (!matching.every(({ rule, certain }) => certain && rule === id)) return undefined;
  return notEarned(exchange, matching, run) ?? pass(exchange);
}

/** Checks if a platform locale is answered like one that is not recognised. */
export function isLocaleRefused({
  condition,
  lang,
  response,
}: Pick<Exchange, 'condition' | 'lang' | 'response'>): boolean {
  if (!isServiceCondition(condition) || condition.locale !== 'platform' || lang === DEFAULT_LOCALE) return false;
  const status = response?.status ?? 0;
  return status >= 300 && status < 400;
}

export function judgeableAnswer(exchange: Exchange): Answer | Inconclusive {
  const { response, repeated } = exchange;
  const calls = 'the calls that would show it';
  if (response === undefined) return inconclusive(`The service gave no answer to ${calls}.`, exchange);
  if (response.status === 429) return inconclusive(`The service answered 429 to ${calls}.`, exchange);
  if (repeated) return inconclusive('The call was made again, and no later answer was seen.', exchange);
  return response;
}

export function unexpectedStatus(
  status: number,
  expected: readonly ExpectedAnswer[],
): { message: string; expected: unknown; actual: number } {
  const due = [...new Set(expected.map((answer) => answer.status))];
  return {
    message: `Answers ${status} instead of ${due.join(' or ')}`,
    expected: due.length === 1 ? due[0] : due,
    actual: status,
  };
}

/** Returns why an answer of the right status proves nothing, if so. */
export function notEarned(
  exchange: Exchange,
  matching: readonly ExpectedAnswer[],
  run: readonly Observation[],
): Inconclusive | undefined {
  const { condition, response: answer } = exchange;
  if (!isServiceCondition(condition) || answer === undefined) return undefined;
  const needsShape = answer.status < 400 || matching.every(({ body }) => body === 'messages');
  if (needsShape && !matching.some(({ body }) => hasShape(answer, body))) {
    return inconclusive(
      `The ${answer.status} came with a body that is not one of the ${condition.endpoint} endpoint.`,
      exchange,
    );
  }
  if (answer.status < 300 && answer.body.size === 0 && !seenApplications(run).has(exchange.slug)) {
    return inconclusive('An empty answer proves nothing while nothing else was seen of the application.', exchange);
  }
  return answer.status < 300 ? undefined : withoutContrast(exchange, run);
}

/** Returns why a refusal proves nothing: the endpoint never served a call. */
export function withoutContrast(exchange: Exchange, run: readonly Observation[]): Inconclusive | undefined {
  const { condition } = exchange;
  if (!isServiceCondition(condition) || servedEndpoints(run).has(condition.endpoint)) return undefined;
  return inconclusive(`The ${condition.endpoint} endpoint never succeeded, so its refusals prove nothing.`, exchange);
}

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
        if (!isServiceCondition(condition) || (method !== ENDPOINTS[endpoint].method && method !== 'GET')) continue;
        const answer = judgeableAnswer(exchange);
        if (!('status' in answer)) {
          if (!repeated) yield answer;
          continue;
        }
        const { status } = answer;
        if (status === 405 || isLocaleRefused(exchange)) continue;
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
