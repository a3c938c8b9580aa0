import type { RuleId } from '@idvkit/schema/rules';

import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import type { JudgingContext, Rule } from '../../src/lib/judge/rule/rule.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import type { Exchange, Observation } from '../../src/lib/observe/observation.ts';
import { json } from '../judges-payload/observe.ts';
import { SERVICE } from './build.ts';

/** Every rule about exchanges and deliveries. */
export const exchangeRules: readonly Rule[] = serviceRules.filter(({ id }) =>
  /^(?:create|result|info|submit|resend|locale|auth|error|delivery)\./.test(id),
);

export const context: JudgingContext = {
  baseUrl: SERVICE,
  clockSkewSeconds: 60,
  inputParameters: {},
  requireHttps: true,
};

/** What each rule says of some observations. */
export function outcomes(
  observations: readonly Observation[],
  over: Partial<JudgingContext> = {},
): readonly RuleOutcome[] {
  return judgeAll(exchangeRules, observations, { ...context, ...over });
}

/** What one rule says of some observations. */
export function outcome(
  id: RuleId,
  observations: readonly Observation[],
  over: Partial<JudgingContext> = {},
): RuleOutcome {
  const own = exchangeRules.filter((rule) => rule.id === id);
  const [found] = judgeAll(own, observations, { ...context, ...over });
  if (found === undefined) throw new Error(`No judge for ${id}`);
  return found;
}

/** Ids of the rules with a verdict, in order. */
export function withVerdict(
  observations: readonly Observation[],
  ...verdicts: readonly RuleOutcome['verdict'][]
): readonly RuleId[] {
  return outcomes(observations)
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ rule }) => rule.id);
}

/** The same exchange with another answer. */
export function answering(
  exchange: Exchange,
  answer: { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> },
): Exchange {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const { status = response.status, headers } = answer;
  const body = Object.hasOwn(answer, 'body') ? json(answer.body) : response.body;
  return {
    ...exchange,
    response: { ...response, status, body, headers: headers ? Object.entries(headers) : response.headers },
  };
}
