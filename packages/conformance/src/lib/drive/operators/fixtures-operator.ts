import { defined } from '../../observe/json.ts';
import type { Fixtures } from '../calls/run-options.ts';
import type { FormSubject } from '../calls/service-calls.ts';
import type { Operator } from './operator.ts';

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
    plainRequiredKeys: requiredKeys,
    noCreditToken,
    noCreditFormSlug,
    lowCreditToken,
  } = fixtures;
  const plainForm =
    plainFormSlug === undefined
      ? undefined
      : { slug: plainFormSlug, flow: 'plain' as const, ...defined({ answers: plainAnswers, requiredKeys }) };
  const workspaceOf = (token: string | undefined) =>
    token === undefined ? undefined : { token, form: { ...form, slug: noCreditFormSlug ?? form.slug } };
  return defined({
    existing: (state: keyof typeof slugs) => {
      const slug = slugs[state];
      return slug === undefined ? undefined : { form, slug, state };
    },
    plainForm: given(plainForm),
    inputParameters: given(fixtures.inputParameters),
    badAnswers: given(fixtures.badAnswers),
    revokedToken: given(fixtures.revokedToken),
    emptyWorkspace: given(workspaceOf(noCreditToken)),
    poorWorkspace: given(workspaceOf(lowCreditToken)),
  });
}

function given<Value>(value: Value | undefined): (() => Promise<Value>) | undefined {
  return value === undefined ? undefined : () => Promise.resolve(value);
}
