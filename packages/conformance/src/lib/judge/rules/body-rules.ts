import { isObject } from '@idvkit/json';
import { resultsOf, RULE_IDS, ruleEntry, type BodyCheck, type BodyContext, type RuleId } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import type { Delivery, Exchange } from '../../observe/observation.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';
import type { Payload } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf, type Scope, type Subjects } from '../rule/rule.ts';
import { readBody } from './application-reads.ts';
import { createdBody } from './create-call.ts';
import { errorBody, isDue } from './errors.ts';

interface ShownBody {
  readonly observation: Delivery | Exchange;
  readonly json: unknown;
  readonly context: BodyContext;
  /** Set if a body without defects proves nothing. */
  readonly isWeak?: boolean;
}

type BodyOf<Of extends Scope> = (subject: Subjects[Of], context: JudgingContext) => ShownBody | undefined;

/** Returns judges for a kind of body. A body passes once if something was checked and nothing is wrong. */
function judgeEach<Of extends Scope>(scope: Of, bodyOf: BodyOf<Of>): (id: RuleId, check: BodyCheck) => RuleOf<Of> {
  return (id, { check, needs }) =>
    defineRule(id, {
      scope,
      needs,
      *judge(subject, context): Generator<Judgement> {
        const shown = bodyOf(subject, context);
        if (shown === undefined) return;
        const results = resultsOf(check, shown.json, shown.context);
        const defects = results.filter((result) => result !== 'ok');
        for (const defect of defects) yield fail(shown.observation, { ...defect, actual: quoted(defect.actual) });
        if (results.length > 0 && defects.length === 0 && shown.isWeak !== true) yield pass(shown.observation);
      },
    });
}

const judges: Readonly<Record<NonNullable<BodyCheck['of']>, (id: RuleId, check: BodyCheck) => Rule>> = {
  payload: judgeEach('payload', payloadBody),
  delivery: judgeEach('delivery', deliveredBody),
  result: judgeEach('exchange', (exchange) => answered(exchange, readBody(exchange, 'result'))),
  created: judgeEach('exchange', (exchange) => answered(exchange, createdBody(exchange))),
  info: judgeEach('exchange', (exchange) => answered(exchange, readBody(exchange, 'info'))),
  error: judgeEach('exchange', (exchange) => {
    const shown = answered(exchange, errorBody(exchange));
    return shown && { ...shown, isWeak: !isDue(exchange) };
  }),
};

function payloadBody({ body, source, flow, observation }: Payload, { baseUrl }: JudgingContext): ShownBody {
  if (observation.kind === 'delivery') return { observation, json: body, context: { source, flow, baseUrl } };
  // The answer to a slug of another form is not shown.
  const formSlug = observation.condition.flow === 'unknown-form' ? undefined : observation.formSlug;
  return { observation, json: body, context: { source, flow, baseUrl, formSlug, slug: observation.slug } };
}

function deliveredBody(observation: Delivery): ShownBody | undefined {
  const { json, truncated } = observation.request.body;
  // The body is incomplete, or the request is a stranger's.
  if (truncated || (observation.bearer !== 'match' && !isObject(json))) return undefined;
  return { observation, json, context: { source: 'delivery' } };
}

function answered(exchange: Exchange, json: unknown): ShownBody | undefined {
  if (json === undefined || exchange.response === undefined) return undefined;
  const { formSlug, slug, condition, response } = exchange;
  const context = { source: 'result', formSlug, slug, endpoint: condition.endpoint, status: response.status } as const;
  return { observation: exchange, json, context };
}

export const bodyRules: readonly Rule[] = RULE_IDS.flatMap((id) => {
  const { body } = ruleEntry(id);
  return body === undefined ? [] : [judges[body.of ?? 'payload'](id, body)];
});
