import { describe, expect, it } from 'vitest';

import { deliveryExamples, resendExamples } from './delivery.examples.ts';
import { createExamples, infoExamples, localeExamples, resultExamples, submitExamples } from './exchange.examples.ts';
import { goodRun } from './good-run.ts';
import { exchangeRules, outcome, outcomes } from './judge.ts';
import { authenticationExamples, errorExamples } from './refusal.examples.ts';

const examples = [
  ...createExamples,
  ...resultExamples,
  ...infoExamples,
  ...submitExamples,
  ...resendExamples,
  ...localeExamples,
  ...authenticationExamples,
  ...errorExamples,
  ...deliveryExamples,
];

describe('a run with one thing wrong', () => {
  it.each(examples.map((example) => [example.rule, example.what, example] as const))(
    '%s: %s',
    (rule, _what, { change, also }) => {
      const run = change(goodRun());
      const wrong = outcomes(run).filter(({ failures }) => failures > 0);

      expect(wrong.map(({ rule: { id } }) => id).toSorted()).toEqual([rule, ...also].toSorted());

      const changed = run.filter((observation) => !goodRun().includes(observation)).map(({ id }) => id);
      const silent = wrong.filter(
        ({ findings }) => !findings.some(({ observations }) => observations.some((id) => changed.includes(id))),
      );

      expect(changed.length > 0 ? silent.map(({ rule: { id } }) => id) : []).toEqual([]);
    },
  );

  it('is there for every rule', () => {
    const broken = new Set(examples.map(({ rule }) => rule));

    const missing = exchangeRules.map(({ id }) => id).filter((id) => !broken.has(id));
    expect(missing, 'Add breaks(RULE, …) to a file of packages/conformance/test/judges-exchange/*.examples.ts').toEqual(
      [],
    );
  });

  it('is found next to what shows that it is wrong', () => {
    const evidence = examples.flatMap(({ rule, change }) =>
      outcome(rule, change(goodRun())).findings.map(({ observations }) => ({ rule, observations })),
    );
    const compared = evidence.filter(({ observations }) => observations.length > 1);
    const lines = compared.map(
      ({ rule, observations: [first, ...others] }) => `${rule}: ${first} | ${others.join(', ')}`,
    );

    expect([...new Set(lines)]).toMatchInlineSnapshot(`
      [
        "create.form-url.unique: create-open | create-body-absent",
        "create.info.resolves: info-followed | create-open",
        "create.state.incomplete: result-open | create-open",
        "create.state.incomplete: result-again | create-open",
        "create.credit.not-consumed: credit | create-body-absent",
        "result.equals-webhook: plain-complete | plain-1",
        "result.equals-webhook: plain-complete | plain-2",
        "result.equals-webhook: plain-unchanged | plain-1",
        "result.read-only: result-again | result-open",
        "info.data.id: info-token | result-open",
        "submit.camera-flow.unchanged: submit-camera | result-after-camera",
        "submit.camera-flow.unchanged: submit-camera | delivery",
        "submit.plain-flow.completes: submit-plain | plain-complete",
        "submit.plain-flow.completes: submit-plain | watch-plain",
        "submit.again.unchanged: submit-again | plain-complete, plain-unchanged",
        "submit.again.unchanged: submit-again | twice",
        "resend.never-submitted.no-delivery: resend-never | delivery",
        "resend.delivers: resend | watch-plain",
        "resend.same-content: resent-1 | plain-1, resend",
        "resend.new-nounce: resent-1 | plain-1",
        "resend.new-created-at: resent-1 | plain-1",
        "resend.submission-only: again | changed-event, changed-resend",
        "locale.platform.accepted: fr-create | create-front_card",
        "locale.platform.accepted: fr-result | result-open",
        "locale.platform.accepted: fr-info | info-token",
        "locale.platform.accepted: fr-submit | en-submit",
        "locale.platform.accepted: fr-resend | resend-never",
        "locale.outside-form-subset.accepted: de-result | result-open",
        "locale.unknown.does-not-resolve: result-redirected | result-unknown-locale",
        "auth.refused.no-effect: submit-refused | plain-before, plain-still-open",
        "auth.refused.no-effect: resend-refused | stolen",
        "auth.no-leak: info-refused-absent | plain-before",
        "delivery.2xx.done: more | 2xx-1",
        "delivery.5xx.retried: 5xx-1 | 5xx-watch",
        "delivery.5xx.at-most-three: more | 5xx-1, 5xx-2, 5xx-3, 5xx-4",
        "delivery.5xx.stops-on-2xx: more | 5xx-2xx-2",
        "delivery.5xx.new-nounce: 5xx-3 | 5xx-1",
        "delivery.4xx.not-retried: more | 400-1",
        "delivery.4xx.not-retried: more | 401-1",
        "delivery.4xx.not-retried: more | 404-1",
        "delivery.4xx.not-retried: more | 410-1",
        "delivery.4xx.not-retried: more | 422-1",
        "delivery.4xx.not-retried: more | 429-1",
        "delivery.timeout.not-retried: more | timeout-1",
        "delivery.every-receiver: submit-plain | plain-1, watch-plain",
        "delivery.every-receiver: one-fails-submit | one-fails-1, one-fails-watch",
        "delivery.idempotency-key.stable: 5xx-2 | 5xx-1",
        "delivery.idempotency-key.stable: resent-1 | plain-1",
      ]
    `);
  });
});
