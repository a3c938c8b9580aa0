import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { put } from '../../../../test/judges-payload/change.ts';
import { context, create, delivery, exchange, payloadRules } from '../../../../test/judges-payload/observe.ts';
import { sampleMutants as mutants } from '../../../../test/judges-payload/sample-mutants.ts';
import { submission } from '../../../../test/judges-payload/submission.ts';
import type { Observation } from '../../observe/observation.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { judgeMutants } from './judge-mutants.ts';

/** A run in which two applications are created, and one is submitted, delivered and read. */
const run: readonly Observation[] = [
  create(),
  create('other'),
  delivery(submission()),
  delivery(put('event.nounce', 'n-3')(submission())),
  exchange({ answer: submission() }),
];

const own = mutants.map(({ rule }) => rule).filter((id) => payloadRules.some((rule) => rule.id === id));

/** A rule whose judge finds nothing any more: it keeps whatever it sees. */
function stubbed(id: RuleId): Rule {
  return defineRule(id, {
    scope: 'run',
    needs: '',
    judge: (observations) => observations.map((observation) => pass(observation)),
  });
}

describe('judgeMutants()', () => {
  it('finds every corruption that the run has material for', () => {
    expect(judgeMutants(payloadRules, run, { context, mutants })).toEqual({ judged: own.length, missed: [] });
    expect(own.length).toBeGreaterThanOrEqual(8);
  });

  it.each(mutants.map(({ rule }) => rule).filter((id) => own.includes(id)))(
    'tells that a blind judge is blind: %s',
    (id) => {
      const rules = payloadRules.map((rule) => (rule.id === id ? stubbed(id) : rule));

      expect(judgeMutants(rules, run, { context, mutants }).missed).toEqual([id]);
    },
  );

  it('judges nothing that the run shows nothing of', () => {
    expect(judgeMutants(payloadRules, [create()], { context, mutants })).toEqual({ judged: 0, missed: [] });
    expect(judgeMutants([], run, { context, mutants })).toEqual({ judged: 0, missed: [] });
  });

  it('does not take what was broken before for a corruption that was found', () => {
    const wrong = put('application.no', 'COK009')(submission());
    const rules = payloadRules.filter(({ id }) => id === 'application.no.derived');

    expect(judgeMutants(rules, [delivery(wrong)], { context, mutants })).toEqual({ judged: 0, missed: [] });
    expect(judgeMutants(rules, [delivery(wrong), delivery(submission())], { context })).toEqual({
      judged: 1,
      missed: [],
    });
  });

  it('misses a judge that finds fault with everything but the corruption', () => {
    const rule = defineRule('application.no.derived', {
      scope: 'payload',
      needs: '',
      judge: ({ observation }) =>
        observation.id === run[2]?.id ? [pass(observation)] : [fail(observation, { message: 'Wrong' })],
    });

    expect(judgeMutants([rule], run, { context, mutants })).toEqual({
      judged: 1,
      missed: ['application.no.derived'],
    });
  });

  it('has one mutant per rule at most', () => {
    const ids = mutants.map(({ rule }) => rule);

    expect(new Set(ids).size).toBe(ids.length);
  });
});
