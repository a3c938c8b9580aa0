import type { AnswerInput } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import { drawingFrom } from '../payload/drawing.ts';
import { addressLine } from '../payload/person.ts';

/** Version of the consent text that applicants agree to. */
export const CONSENT_VERSION = '1.0';

/** Returns the service's own answers: the consent's audit trail, and the address as one line. @see Specification, "Answer" */
export function serviceAnswers(
  { form, application, now }: { readonly form: Form; readonly application: StoredApplication; readonly now: number },
  answers: AnswerInput,
): AnswerInput {
  const all = { ...valuesOf(application), ...answers };
  const consented = new Date(application.startedAt ?? now).toISOString();
  const line = drawingFrom(`${application.slug}/address`).integer(1, 4) > 1 ? addressLine(all) : undefined;
  const given: AnswerInput = {
    ...(all['consent_checkbox_1'] === true && { consent_version: CONSENT_VERSION, consent_date: consented }),
    ...(line !== undefined && { home_address_full: line }),
  };
  const own = new Set(form.fields.flatMap(({ key, source }) => (source === 'service' ? [key] : [])));
  return Object.fromEntries(Object.entries(given).filter(([key]) => own.has(key) && !Object.hasOwn(all, key)));
}

/** Values of the answers that an application has. */
export function valuesOf(application: StoredApplication): AnswerInput {
  return Object.fromEntries(Object.entries(application.answers).map(([key, { value }]) => [key, value]));
}
