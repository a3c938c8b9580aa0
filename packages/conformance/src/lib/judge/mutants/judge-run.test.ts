import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { put } from '../../../../test/judges-payload/change.ts';
import { context, delivery, payloadRules } from '../../../../test/judges-payload/observe.ts';
import { submission } from '../../../../test/judges-payload/submission.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { judgeRun } from './judge-mutants.ts';

const ids: readonly RuleId[] = ['application.no.derived', 'answers.gender.enum', 'event.present'];
const rules = payloadRules.filter(({ id }) => ids.includes(id));

/** The same rules, one of them with a judge that finds nothing in corrupted copies. */
function withJudge(judge: Extract<Rule, { scope: 'run' }>['judge']): readonly Rule[] {
  return rules.map((rule) =>
    rule.id === 'application.no.derived' ? defineRule(rule.id, { scope: 'run', needs: '', judge }) : rule,
  );
}

function verdictsOf(observed: readonly ReturnType<typeof delivery>[], by: readonly Rule[]): unknown {
  const { outcomes, selfCheck } = judgeRun(by, observed, { context });
  return { missed: selfCheck.missed, verdicts: outcomes.map(({ rule, verdict }) => `${rule.id} ${verdict}`) };
}

describe('judgeRun()', () => {
  it('takes the pass from a rule whose self-check fails, and says why', () => {
    const blind = withJudge((all) => all.map((each) => pass(each)));
    const outcome = judgeRun(blind, [delivery(submission())], { context }).outcomes.find(
      ({ rule }) => rule.id === 'application.no.derived',
    );

    expect(outcome).toMatchObject({
      verdict: 'not-exercised',
      passes: 0,
      evidence: [],
      reason: 'Self-check failed: the rule did not find an error planted in a copy of this traffic.',
    });
  });

  it('leaves the verdicts of all other rules alone', () => {
    const wrong = put('answers.gender.value', 'X')(submission());
    const blind = withJudge((all) => all.map((each) => pass(each)));

    expect(verdictsOf([delivery(wrong)], blind)).toEqual({
      missed: ['application.no.derived'],
      verdicts: expect.arrayContaining(['application.no.derived not-exercised', 'answers.gender.enum failed']),
    });
  });

  it('keeps what a rule found, although its self-check fails', () => {
    const observed = [delivery(submission()), delivery(put('event.nounce', 'n-9')(submission()))];
    const [first] = observed;
    const halfBlind = withJudge((all) =>
      all.map((each) => (each.id === first?.id ? fail(each, { message: 'Wrong' }) : pass(each))),
    );

    expect(verdictsOf(observed, halfBlind)).toEqual({
      missed: ['application.no.derived'],
      verdicts: expect.arrayContaining(['application.no.derived failed']),
    });
  });
});
