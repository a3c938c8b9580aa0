import { breached, breachesOf, type Breach, type BreachKind } from '@idvkit/schema/breaches';
import type { RuleId } from '@idvkit/schema/rules';

import type { AnsweredCall, Overrides } from '../hooks/behaviour.ts';
import type { FaultEntry } from './fault.ts';
import { answering } from './overrides.ts';

/** Calls that are answered with a body of a kind; payloads are not answers. */
const ANSWERED: Readonly<Partial<Record<BreachKind, Partial<AnsweredCall>>>> = {
  createResponse: { condition: 'created' },
  infoResponse: { condition: 'info' },
  unauthorizedError: { condition: 'bad-credential' },
  forbiddenError: { condition: 'no-credential' },
  notFoundError: { condition: 'unknown-application', endpoint: 'result' },
  noCreditError: { condition: 'no-credit' },
  createValidationError: { condition: 'bad-answers' },
  submitValidationError: { condition: 'missing-answers', endpoint: 'submit' },
  resendNotFoundError: { condition: 'unknown-application', endpoint: 'resend' },
};

/** Returns the faults that are a breach of a rule in each body of a kind. */
export function bodyFaults(rule: RuleId): readonly FaultEntry[] {
  return breachesOf(rule).flatMap((breach) =>
    breach.title === undefined ? [] : [{ ...breach, title: breach.title, overrides: overridesOf(breach) }],
  );
}

function overridesOf(breach: Breach): Overrides {
  const calls = breach.kind && ANSWERED[breach.kind];
  return calls === undefined
    ? { payload: (document) => breached(document, breach) }
    : answering(calls, (draft) => ({ ...draft, body: breached(draft.body, breach) }));
}
