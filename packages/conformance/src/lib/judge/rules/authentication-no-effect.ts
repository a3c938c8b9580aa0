import { differenceOf } from '../../observe/json-difference.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { failuresOf, type FailureKind } from '../expectation/failures.ts';
import { fail, passFor, type Judgement } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type RuleOf } from '../rule/rule.ts';
import { readAfter, readBefore } from './application-reads.ts';
import { aftermathOf } from './silence.ts';

const REFUSALS = new Set<FailureKind>([
  'absent-credential',
  'invalid-token',
  'revoked-token',
  'other-scheme',
  'get-on-post-only',
]);

/** Whether a call was refused for who made it, or for its method. */
function isRefused({ condition, response }: Exchange): boolean {
  if (response === undefined || ![401, 403, 404].includes(response.status)) return false;
  return failuresOf(condition).some(({ kind, certain }) => certain && REFUSALS.has(kind));
}

/** Reads of the application around a refused call are the same. */
function* judgeState(exchange: Exchange, timeline: Timeline): Generator<Judgement> {
  const before = readBefore(timeline, exchange);
  const after = readAfter(timeline, exchange);
  if (before === undefined || after === undefined) return;
  const path = differenceOf(before.body, after.body);
  const { application, flow } = exchange.condition;
  if (path === undefined) {
    // Of a submitted application, or of a flow that cannot be submitted over JSON, the call would change nothing anyway.
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

/** Nothing is delivered after a refused call. */
function* judgeSilence(exchange: Exchange, timeline: Timeline, context: JudgingContext): Generator<Judgement> {
  const { endpoint, application } = exchange.condition;
  const aftermath = aftermathOf(exchange, timeline, context);
  if (aftermath.kind === 'delivered') {
    yield fail(exchange, {
      message: `A refused call on ${endpoint} was followed by a delivery`,
      also: [aftermath.delivery],
    });
  } else if (aftermath.kind === 'silent' && endpoint === 'resend' && application === 'submitted') {
    yield passFor('resend', exchange, aftermath.watch);
  }
}

/** Compares what was seen before and after refused calls that would otherwise have changed or delivered something. */
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
