import type { Fixtures } from '../calls/run-options.ts';
import type { FormSubject } from '../calls/service-calls.ts';
import type { Operator } from './operator.ts';

/** Creates an operator that arranges nothing and returns what the configuration says exists. */
export function createFixturesOperator(fixtures: Fixtures, form: FormSubject): Operator {
  const slugs = {
    open: fixtures.openSlug,
    submitted: fixtures.submittedSlug,
    expired: fixtures.expiredSlug,
    deleted: fixtures.deletedSlug,
  };
  const {
    plainFormSlug,
    plainAnswers = {},
    plainRequiredKeys,
    inputParameters,
    badAnswers,
    revokedToken,
    noCreditToken,
  } = fixtures;
  return {
    existing: (state) => {
      const slug = slugs[state];
      return slug === undefined ? undefined : { form, slug, state };
    },
    ...(plainFormSlug === undefined
      ? {}
      : {
          plainForm: () =>
            Promise.resolve({
              slug: plainFormSlug,
              flow: 'plain',
              answers: plainAnswers,
              ...(plainRequiredKeys && { requiredKeys: plainRequiredKeys }),
            } as const),
        }),
    ...(inputParameters === undefined ? {} : { inputParameters: () => Promise.resolve(inputParameters) }),
    ...(badAnswers === undefined ? {} : { badAnswers: () => Promise.resolve(badAnswers) }),
    ...(revokedToken === undefined ? {} : { revokedToken: () => Promise.resolve(revokedToken) }),
    ...(noCreditToken === undefined
      ? {}
      : {
          emptyWorkspace: () =>
            Promise.resolve({ token: noCreditToken, form: { ...form, slug: fixtures.noCreditFormSlug ?? form.slug } }),
        }),
  };
}
