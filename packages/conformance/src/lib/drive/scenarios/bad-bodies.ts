import type { AnswerInput } from '@idvkit/schema';

import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { Call } from '../calls/service-client.ts';

export interface BadBody {
  readonly body: CallBody;
  /** Set if it is unknown that the form has these fields: a 201 shows that it has not. */
  readonly revise?: NonNullable<Call['revise']>;
}

/** A national id with a wrong check digit: forms that verify identities most likely refuse it. */
const LIKELY: AnswerInput = { nid: '1234567890123' };

/** Answers that a create accepts, next to the bad ones. Every supplied value is validated, whichever document is announced. */
const GOOD: AnswerInput = { home_address_country: 'THA', ekyc_document_type: 'passport' };

/** Returns create bodies to be refused. Without known values, it guesses; an accepted guess is not judged. */
export function badBodies(known: AnswerInput | undefined): readonly BadBody[] {
  const answers = known ?? LIKELY;
  const keys = Object.keys(answers);
  const revise = known === undefined ? { revise: unlessTaken } : {};
  const each = keys.map((key) => ({
    body: answersBody('bad-format', { [key]: answers[key] ?? '' }, [key]),
    ...revise,
  }));
  if (keys.length < 2) return each;
  return [...each, { body: answersBody('bad-format', { ...GOOD, ...answers }, keys), ...revise }];
}

const unlessTaken: NonNullable<Call['revise']> = (condition, status) => {
  if (status !== 201) return condition;
  const { badKeys: _, ...rest } = condition;
  return { ...rest, body: 'unknown' };
};
