import { ENDPOINTS } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { SERVICE_ENDPOINTS, TOKEN_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';
import { differenceOf } from '../../observe/json-difference.ts';
import { exchangesOf, type Exchange } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { type FailureKind, failuresOf, isServiceCondition } from '../expectation/failures.ts';
import { fail, type Judgement, passFor } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';
import { readAfter, readBefore } from './application-reads.ts';
import { leaksNothing } from './authentication-no-leak.ts';
import { effectsAfter } from './silence.ts';
import { judgeableAnswer, statusRule, withoutContrast } from './status-rule.ts';

const REFUSALS = new Set<FailureKind>([
  'absent-credential',
  'invalid-token',
  'revoked-token',
  'other-scheme',
  'get-on-post-only',
]);

function isRefused({ condition, response }: Exchange): boolean {
  if (response === undefined || ![401, 403, 404].includes(response.status)) return false;
  return failuresOf(condition).some(({ kind, certain }) => certain && REFUSALS.has(kind));
}

function* judgeState(exchange: Exchange, timeline: Timeline): Generator<Judgement> {
  const before = readBefore(timeline, exchange);
  const after = readAfter(timeline, exchange);
  if (before === undefined || after === undefined) return;
  const path = differenceOf(before.body, after.body);
  const { application, flow } = exchange.condition;
  if (path === undefined) {
    // The call would not change a submitted application or a camera flow anyway.
    if (application === 'open' && flow === 'plain')
      yield passFor('submit', exchange, before.observation, after.observation);
  } else {
    yield fail(exchange, {
      message: 'A refused submit changed the application',
      path,
      also: [before.observation, after.observation],
    });
  }
}

function* judgeSilence(exchange: Exchange, timeline: Timeline, context: JudgingContext): Generator<Judgement> {
  const { endpoint, application } = exchange.condition;
  const effects = effectsAfter(exchange, timeline, context);
  if (effects.kind === 'delivered') {
    yield fail(exchange, {
      message: `A refused call on ${endpoint} was followed by a delivery`,
      also: [effects.delivery],
    });
  } else if (effects.kind === 'silent' && endpoint === 'resend' && application === 'submitted') {
    yield passFor('resend', exchange, effects.watch);
  }
}

const refusalHasNoEffect: RuleOf<'timeline'> = defineRule('auth.refused.no-effect', {
  scope: 'timeline',
  needs:
    'A refused submit between two reads of an open application. Then a refused resend of a submitted one, while a receiver is watched.',
  coverage: ['submit', 'resend'],
  *judge(timeline, context) {
    for (const exchange of timeline.exchanges) {
      const { endpoint } = exchange.condition;
      if ((endpoint !== 'submit' && endpoint !== 'resend') || !isRefused(exchange)) continue;
      if (endpoint === 'submit') yield* judgeState(exchange, timeline);
      yield* judgeSilence(exchange, timeline, context);
    }
  },
});

function endpointsRule(id: RuleId, needs: string, coverage: readonly ServiceEndpoint[] = TOKEN_ENDPOINTS): Rule {
  return statusRule(id, { needs, coverage, part: ({ endpoint }) => endpoint });
}

const never405 = defineRule('auth.never-405', {
  scope: 'run',
  needs: 'Calls with a method that is not the one of the endpoint.',
  coverage: SERVICE_ENDPOINTS,
  *judge(run) {
    for (const exchange of exchangesOf(run)) {
      if (!isServiceCondition(exchange.condition)) continue;
      const { endpoint, method } = exchange.condition;
      const answer = judgeableAnswer(exchange);
      if (!('status' in answer)) continue;
      if (answer.status === 405) {
        yield fail(exchange, { message: 'Answers 405, which no endpoint does', actual: 405 });
      } else if (method !== ENDPOINTS[endpoint].method && answer.status < 500) {
        yield withoutContrast(exchange, run) ?? passFor(endpoint, exchange);
      }
    }
  },
});

export const authenticationRules: readonly Rule[] = [
  endpointsRule('auth.invalid-token.401', 'Calls with a wrong token on create, result, submit and resend.'),
  statusRule('auth.revoked-token.401', { needs: 'A token that was revoked (fixtures.revokedToken).' }),
  endpointsRule('auth.other-scheme.401', 'Calls whose Authorization header has another scheme, or no token in it.'),
  endpointsRule('auth.absent.403', 'Calls without Authorization on create, result, submit and resend.'),
  endpointsRule(
    'auth.get-on-post-only.403',
    'GET calls on create, submit and resend.',
    SERVICE_ENDPOINTS.filter((endpoint) => ENDPOINTS[endpoint].method === 'POST'),
  ),
  never405,
  refusalHasNoEffect,
  leaksNothing,
];
