import { catalogue, RULE_IDS, type RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { answersExamples } from './answers.examples.ts';
import { applicationExamples } from './application.examples.ts';
import { add, all, append, drop, TRIES, withPassport } from './change.ts';
import { conventionsExamples } from './conventions.examples.ts';
import { ekycExamples } from './ekyc.examples.ts';
import { eventExamples } from './event.examples.ts';
import { shows } from './example.ts';
import { identityAmlExamples } from './identity-aml.examples.ts';
import { brokenRules, delivery, exchange, outcome, payloadRules } from './observe.ts';
import { oddBodies } from './odd-bodies.ts';
import { signedImageExamples } from './signed-image.examples.ts';
import { lifecycle, openResult, submission } from './submission.ts';

const examples = [
  ...applicationExamples,
  ...answersExamples,
  ...ekycExamples,
  ...signedImageExamples,
  ...identityAmlExamples,
  ...conventionsExamples,
  ...eventExamples,
];

const sections =
  /^(application|other-status|answers|face-compare|liveness|identity-document|image|aml|convention|event)\./;

/** Rules about several observations, or about more of one than its body; their examples are in files of their own. */
const beyondOneBody: readonly RuleId[] = [
  'application.slug.correlates-create',
  'application.slug.unique',
  'application.submitted-at.stable',
  'application.id.stable',
  'answers.input-parameters.returned',
  'answers.undeclared.discarded',
  'image.fresh-on-resend',
  'image.readable-while-valid',
  'image.unreadable-without-signature',
  'image.unreadable-without-token',
  'image.unreadable-after-exp',
  'convention.json',
  'event.present',
  'event.nounce.unique',
  'event.created-at.is-delivery-time',
  'event.submit-form.on-submission',
  'event.update-status.on-change',
  'event.drop-off.on-expiry',
];

/** A right body that a rule applies to, where that is not a submission with a national id. */
const keptBy: Readonly<Partial<Record<RuleId, () => unknown>>> = {
  'application.submitted-at.null-while-incomplete': openResult,
  'event.version.absent-on-lifecycle': lifecycle,
  'event.lifecycle.no-answers': lifecycle,
  'event.drop-off.not-submitted': () => lifecycle('drop_off'),
  'answers.nid.national-id-only': () => all(withPassport, drop('answers.nid'))(submission()),
  'liveness.attempts.ordered': () => append(TRIES, add('', { attempt: 2 }))(submission()),
};

const ids = payloadRules.map(({ id }) => id);

describe('payload rules', () => {
  it('are all rules of their sections that bind the service, and no other', () => {
    const expected = RULE_IDS.filter((id) => sections.test(id) && catalogue[id].binds === 'service');

    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it('each have a body that breaks them, but for those that look beyond one body', () => {
    const shown = new Set(examples.map(({ rule }) => rule));

    expect(
      ids.filter((id) => !shown.has(id)),
      'Add breaks(RULE, …) to a file of packages/conformance/test/judges-payload/*.examples.ts',
    ).toEqual(ids.filter((id) => beyondOneBody.includes(id)));
  });

  it.each(examples)('find it and nothing else: $rule, $what', ({ rule, also, from, as, change }) => {
    const body = change(from());

    expect(brokenRules(shows(body, as)).toSorted()).toEqual([rule, ...also].toSorted());
  });

  it.each(oddBodies)('find nothing: $what', ({ from, change }) => {
    const body = change(from());

    expect(brokenRules(shows(body))).toEqual([]);
  });

  it.each([...new Map(examples.map((example) => [example.rule, example])).values()])(
    'pass a body that is right: $rule',
    ({ rule, as }) => {
      const body = (keptBy[rule] ?? submission)();

      expect(outcome(rule, shows(body, as))).toMatchObject({ verdict: 'passed', failures: 0, findings: [] });
    },
  );

  it('pass nothing to bodies that hold nothing', () => {
    const observations = [exchange({ answer: {} }), delivery({})];

    expect(ids.filter((id) => outcome(id, observations).verdict === 'passed')).toEqual([]);
  });
});
