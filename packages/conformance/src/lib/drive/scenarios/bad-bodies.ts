import type { AnswerInput } from '@idvkit/schema';

import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { Call } from '../calls/service-client.ts';

/** A create body with answers that break their format. */
export interface BadBody {
  readonly body: CallBody;
  /** Set where it is not known whether the form has these fields: being created says that it has not. */
  readonly revise?: NonNullable<Call['revise']>;
}

/** A national id whose check digit is wrong: what a form that verifies identities most likely refuses. */
const LIKELY: AnswerInput = { nid: '1234567890123' };

/**
 * Makes create bodies that are to be refused.
 *
 * @param known Values that fields of the form refuse, by question key. Absent: a likely guess, of which nothing is claimed
 *   where the service takes it.
 * @see Specification, "1. Create application"
 */
export function badBodies(known: AnswerInput | undefined): readonly BadBody[] {
  const answers = known ?? LIKELY;
  const keys = Object.keys(answers);
  const revise = known === undefined ? { revise: unlessTaken } : {};
  const each = keys.map((key) => ({
    body: answersBody('bad-format', { [key]: answers[key] ?? '' }, [key]),
    ...revise,
  }));
  if (keys.length < 2) return each;
  return [...each, { body: answersBody('bad-format', { home_address_country: 'THA', ...answers }, keys), ...revise }];
}

const unlessTaken: NonNullable<Call['revise']> = (condition, status) => {
  if (status !== 201) return condition;
  const { badKeys: _, ...rest } = condition;
  return { ...rest, body: 'unknown' };
};
