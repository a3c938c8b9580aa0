import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { put } from '../../../test/judges-payload/change.ts';
import { context, create, delivery, exchange, payloadRules } from '../../../test/judges-payload/observe.ts';
import { submission } from '../../../test/judges-payload/submission.ts';
import type { Observation } from '../observation/observation.ts';
import { broken, kept } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { judgeCanaries } from './judge-canaries.ts';
import { sampleCanaries as canaries } from './sample-canaries.ts';

/** A run in which two applications are created, and one is submitted, delivered and read. */
const run: readonly Observation[] = [
  create(),
  create('other'),
  delivery(submission()),
  delivery(put('event.nounce', 'n-3')(submission())),
  exchange({ answer: submission() }),
];

const own = canaries.map(({ rule }) => rule).filter((id) => payloadRules.some((rule) => rule.id === id));

/** A rule whose judge finds nothing any more: it keeps whatever it sees. */
function stubbed(id: RuleId): Rule {
  return defineRule(id, {
    scope: 'run',
    needs: '',
    judge: (observations) => observations.map((observation) => kept(observation)),
  });
}

describe('judgeCanaries()', () => {
  it('finds every corruption that the run has material for', () => {
    expect(judgeCanaries(payloadRules, run, context, { canaries })).toEqual({ judged: own.length, missed: [] });
    expect(own.length).toBeGreaterThanOrEqual(8);
  });

  it.each(canaries.map(({ rule }) => rule).filter((id) => own.includes(id)))(
    'tells that a blind judge is blind: %s',
    (id) => {
      const rules = payloadRules.map((rule) => (rule.id === id ? stubbed(id) : rule));

      expect(judgeCanaries(rules, run, context, { canaries }).missed).toEqual([id]);
    },
  );

  it('judges nothing that the run shows nothing of', () => {
    expect(judgeCanaries(payloadRules, [create()], context, { canaries })).toEqual({ judged: 0, missed: [] });
    expect(judgeCanaries([], run, context, { canaries })).toEqual({ judged: 0, missed: [] });
  });

  it('does not take what was broken before for a corruption that was found', () => {
    const wrong = put('application.no', 'COK009')(submission());
    const rules = payloadRules.filter(({ id }) => id === 'application.no.derived');

    expect(judgeCanaries(rules, [delivery(wrong)], context, { canaries })).toEqual({ judged: 0, missed: [] });
    expect(judgeCanaries(rules, [delivery(wrong), delivery(submission())], context)).toEqual({ judged: 1, missed: [] });
  });

  it('misses a judge that finds fault with everything but the corruption', () => {
    const rule = defineRule('application.no.derived', {
      scope: 'payload',
      needs: '',
      judge: ({ observation }) =>
        observation.id === run[2]?.id ? [kept(observation)] : [broken(observation, { message: 'Wrong' })],
    });

    expect(judgeCanaries([rule], run, context, { canaries })).toEqual({
      judged: 1,
      missed: ['application.no.derived'],
    });
  });

  it('has one canary per rule at most', () => {
    const ids = canaries.map(({ rule }) => rule);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
