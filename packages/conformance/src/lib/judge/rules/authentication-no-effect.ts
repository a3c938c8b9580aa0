import { differenceOf } from '../../observe/json-difference.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { failuresOf, type FailureKind } from '../expectation/failures.ts';
import { fail, passFor, type Judgement } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type RuleOf } from '../rule/rule.ts';
import { readAfter, readBefore } from './application-reads.ts';
import { effectsAfter } from './silence.ts';

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

export const refusalHasNoEffect: RuleOf<'timeline'> = defineRule('auth.refused.no-effect', {
  scope: 'timeline',
  needs:
    'A refused submit between two reads of an open application, and a refused resend of a submitted one while a receiver is watched.',
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
