import { describe, expect, it } from 'vitest';

import { action, create, delivery, exchange, watch } from '../../../../test/judges-payload/observe.ts';
import { lifecycle, openResult, SLUG, submission } from '../../../../test/judges-payload/submission.ts';
import { judgeAll } from './judge-all.ts';
import { fail, pass, inconclusive } from './judgement.ts';
import { EVIDENCE_LIMIT, FINDING_LIMIT } from './rule-outcome.ts';
import { defineRule, type JudgingContext, type Scope, type Subjects } from './rule.ts';
import { subjectsOf } from './subjects.ts';

const context: JudgingContext = { clockSkewSeconds: 60, inputParameters: {}, requireHttps: false };
const needs = 'Something to judge.';

describe('judgeAll()', () => {
  it('passes a rule that was kept, with the observations that it rests on', () => {
    const rule = defineRule('create.status.201', { scope: 'exchange', needs, judge: (exchange) => [pass(exchange)] });
    const [one, other] = [exchange(), exchange()];

    const passing = new Set([one.id, other.id]);

    expect(judgeAll([rule], [one, other], context)).toEqual([
      { rule, verdict: 'passed', passes: 2, failures: 0, evidence: [one.id, other.id], findings: [], passing },
    ]);
  });

  it('fails a must and warns of a should, whatever was kept beside', () => {
    const judge = (exchange: Subjects['exchange']) => [pass(exchange), fail(exchange, { message: 'Wrong' })];
    const must = defineRule('create.status.201', { scope: 'exchange', needs, judge });
    const should = defineRule('result.size.few-kb', { scope: 'exchange', needs, judge });
    const call = exchange();
    const findings = [{ outcome: 'fail', observations: [call.id], message: 'Wrong' }];
    const passing = new Set();

    expect(judgeAll([must, should], [call], context)).toEqual([
      { rule: must, verdict: 'failed', passes: 1, failures: 1, evidence: [call.id], findings, passing },
      { rule: should, verdict: 'warned', passes: 1, failures: 1, evidence: [call.id], findings, passing },
    ]);
  });

  it('never passes a rule that nothing was judged by, and says what to supply', () => {
    const silent = defineRule('create.status.201', { scope: 'exchange', needs, judge: () => [] });
    const shy = defineRule('create.status.201', {
      scope: 'exchange',
      needs,
      judge: (call) => [inconclusive('It proves nothing.', call)],
    });

    expect(judgeAll([silent, shy], [exchange()], context)).toMatchObject([
      { verdict: 'not-exercised', passes: 0, evidence: [], reason: needs },
      { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'It proves nothing.' },
    ]);
  });

  it('counts what it does not keep', () => {
    const rule = defineRule('create.status.201', {
      scope: 'exchange',
      needs,
      judge: (call) => [fail(call, { message: 'Wrong' })],
    });
    const calls = Array.from({ length: 100 }, () => exchange());

    const [outcome] = judgeAll([rule], calls, context);

    expect(outcome?.failures).toBe(100);
    expect(outcome?.findings).toHaveLength(FINDING_LIMIT);
    expect(outcome?.evidence).toEqual(calls.slice(0, EVIDENCE_LIMIT).map(({ id }) => id));
  });

  it('lets a judge that throws surface as the defect it is', () => {
    const cause = new TypeError('no such thing');
    const rule = defineRule('create.status.201', {
      scope: 'exchange',
      needs,
      judge: () => {
        throw cause;
      },
    });

    expect(() => judgeAll([rule], [exchange()], context)).toThrow(
      expect.objectContaining({ message: 'The judge of create.status.201 threw', cause }),
    );
  });
});

describe('subjectsOf()', () => {
  const made = create();
  const read = exchange({ answer: openResult() });
  const refused = exchange({ status: 403, answer: { error: {} } });
  const arrived = delivery(submission());
  const noise = delivery('no object', { bearer: 'absent' });
  const text = exchange({ answer: 'no object' });
  const observations = [made, read, refused, arrived, noise, text, action('submit'), watch()];
  const subjects = subjectsOf(observations);
  const ids = (scope: Scope): unknown => subjects[scope].map((subject) => ('id' in subject ? subject.id : undefined));

  it('finds each exchange and each delivery once, and the run as a whole', () => {
    expect(ids('exchange')).toEqual([made.id, read.id, refused.id, text.id]);
    expect(ids('delivery')).toEqual([arrived.id, noise.id]);
    expect(subjects.run).toEqual([observations]);
  });

  it('finds the bodies of deliveries and of results that are objects, with the kind of their flow', () => {
    expect(subjects.payload).toMatchObject([
      { source: 'result', observation: { id: read.id }, flow: 'camera' },
      { source: 'delivery', observation: { id: arrived.id }, flow: 'camera' },
    ]);
  });

  it('takes the flow from the form of another application where nobody called about this one', () => {
    const stranger = { ...lifecycle(), application: { slug: 'other', form: 'kyc-camera' } };

    expect(subjectsOf([made, delivery(stranger)]).payload).toMatchObject([{ flow: 'camera' }]);
    expect(subjectsOf([delivery(stranger)]).payload).toMatchObject([{ flow: 'unknown' }]);
  });

  it('gathers what is about one application', () => {
    expect(subjects.timeline.map(({ slug, observations }) => [slug, observations.length])).toEqual([[SLUG, 7]]);
  });
});
