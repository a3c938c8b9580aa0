import { describe, expect, it } from 'vitest';

import { deliveryExamples, resendExamples } from './delivery.examples.ts';
import {
  authenticationExamples,
  createExamples,
  errorExamples,
  infoExamples,
  localeExamples,
  resultExamples,
  submitExamples,
} from './exchange.examples.ts';
import { goodRun } from './good-run.ts';
import { exchangeRules, withVerdict } from './judge.ts';

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
      const wrong = withVerdict(change(goodRun()), 'failed', 'warned');

      expect(wrong.toSorted()).toEqual([rule, ...also].toSorted());
    },
  );

  it('is there for every rule', () => {
    const broken = new Set(examples.map(({ rule }) => rule));

    expect(exchangeRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });
});
