import { createMock, DEFAULT_TOKEN, plainForm, type Form } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';

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
      'a submit call without answers is answered with 200',
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
});
