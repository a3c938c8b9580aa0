import { createMock, DEFAULT_TOKEN, plainForm, type Form } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';
import { runAgainst } from '../independent-service/run-against.ts';

const NOTHING_REQUIRED: Form = {
  ...plainForm,
  slug: 'contact',
  fields: plainForm.fields.map((field) => ({ ...field, required: false })),
};

describe('a run whose form has no camera steps', () => {
  it.each([
    ['requires answers', plainForm.slug, 'the 422 of a submit call names no capture', []],
    [
      'requires nothing',
      'contact',
      'a submit call without answers returns 200',
      // The specification says that it is always present.
      ['answers.home-address-country.present'],
    ],
  ])('blames no service if it %s, and says what to choose', async (_, formSlug, shown, expected) => {
    const mock = createMock({ forms: [plainForm, NOTHING_REQUIRED] });
    const { url } = await mock.listen();
    const run = await runConformance({
      baseUrl: url,
      portal: 'never',
      token: DEFAULT_TOKEN,
      formSlug,
      ledger: false,
      ratePerSecond: 10_000,
      seed: 1,
    });
    await mock.close();

    const broken = run.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
    expect(broken.map((outcome) => outcome.rule.id)).toEqual(expected);
    expect(run.skipped.map(({ reason }) => reason)).toContainEqual(
      `A form with a document scan or liveness: "${formSlug}" seems to have neither, as ${shown}. Choose another with --form-slug, and name this one in fixtures.plainFormSlug.`,
    );
    expect(run.outcomes.find(({ rule }) => rule.id === 'create.status.201')?.verdict).toBe('passed');
  });

  it('blames none either if an operator submits, and what is configured is about another form', async () => {
    const run = await runAgainst({}, (config) => ({
      ...config,
      formSlug: 'bank-statement',
      only: ['create.credit.461', 'submit.camera-flow.*', 'submit.422.*', 'event.submit-form.payload'],
      budget: { applications: 6 },
      seed: 1,
    }));

    expect(run.outcomes.filter(({ failures }) => failures > 0).map(({ rule }) => rule.id)).toEqual([]);
    expect(run.skipped.map(({ reason }) => reason)).toEqual([
      'A form with a document scan or liveness: "bank-statement" seems to have neither, as the 422 of a submit call names no capture. Choose another with --form-slug, and name this one in fixtures.plainFormSlug.',
    ]);
  });

  it('believes a submission with checks, rather than a service that names no capture', async () => {
    const run = await runAgainst(
      {
        answer: ({ call, next }) => {
          const answer = next();
          return call.endpoint === 'submit' && answer.status === 422 ? { status: 422, json: { nid: ['?'] } } : answer;
        },
      },
      (config) => ({ ...config, only: ['submit.422.*'], seed: 1 }),
    );

    expect(run.outcomes.map(({ rule, verdict }) => [rule.id, verdict])).toContainEqual([
      'submit.422.names-missing',
      'failed',
    ]);
    expect(run.skipped).toEqual([]);
  });
});
