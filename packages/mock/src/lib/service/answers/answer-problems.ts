import { isAlpha3, isNationalId, isoDate, type AnswerInput, type MessagesByKey } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import { cameraCaptures, type Form, type FormField, type InputParameter } from '../../state/form.ts';

const REQUIRED = 'This field is required.';

/**
 * Returns the answers that break the format of their field or input parameter. Other keys are dropped.
 * @see Specification, "1. Create application"
 */
export function malformedAnswers(form: Form, answers: Readonly<Record<string, unknown>>): MessagesByKey {
  const fields = new Map(form.fields.map((field) => [field.key, field]));
  const parameters = new Map(form.inputParameters.map((parameter) => [parameter.key, parameter]));
  return Object.fromEntries(
    Object.entries(answers).flatMap(([key, value]) => {
      const field = fields.get(key);
      const parameter = parameters.get(key);
      const problem = field ? fieldProblem(field, value) : parameter && parameterProblem(parameter, value);
      return problem === undefined ? [] : [[key, [problem]]];
    }),
  );
}

/** Names the required fields that have no answer yet. Camera captures are not among them. */
export function missingAnswers(form: Form, application: StoredApplication, answers: AnswerInput): MessagesByKey {
  const document = application.submission?.document;
  const given = (key: string): boolean => {
    const value = Object.hasOwn(answers, key) ? answers[key] : application.answers[key]?.value;
    return value !== undefined && value !== '';
  };
  return Object.fromEntries(
    form.fields
      .filter((field) => field.required && (field.document === undefined || field.document === document))
      .filter(({ key }) => !given(key))
      .map(({ key }) => [key, [REQUIRED]]),
  );
}

/** Names the camera captures of a flow, which cannot come over JSON. */
export function missingCaptures(form: Form): MessagesByKey {
  return Object.fromEntries(cameraCaptures(form).map((key) => [key, [REQUIRED]]));
}

/** The answers that are kept: those to fields of the form, and the input parameters that it declares. */
export function declaredAnswers(form: Form, answers: AnswerInput): AnswerInput {
  const declared = new Set([...form.fields, ...form.inputParameters].map(({ key }) => key));
  return Object.fromEntries(Object.entries(answers).filter(([key]) => declared.has(key)));
}

function fieldProblem(field: FormField, value: unknown): string | undefined {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' ? undefined : 'A number is required.';
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : 'Must be true or false.';
    case 'date':
      return isoDate.safeParse(value).success ? undefined : 'Enter a valid date: YYYY-MM-DD.';
    case 'country':
      return typeof value === 'string' && isAlpha3(value) ? undefined : 'Enter an ISO 3166-1 alpha-3 country code.';
    case 'choice':
      return field.choices?.some((choice) => choice === value) ? undefined : 'Select a valid choice.';
    case 'text':
      break;
  }
  if (typeof value !== 'string') return 'Not a valid string.';
  if (field.pattern !== undefined && !new RegExp(`^(?:${field.pattern})$`, 'u').test(value)) {
    return 'Enter a valid value.';
  }
  if (field.checksum === 'national-id' && !isNationalId(value)) return 'Enter a valid national ID number.';
  return undefined;
}

function parameterProblem({ type }: InputParameter, value: unknown): string | undefined {
  return typeof value === type ? undefined : `Not a valid ${type}.`;
}
