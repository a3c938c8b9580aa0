import type { Form, FormField } from '@idvkit/mock';
import { nationalIdCheckDigit, type AnswerInput, type AnswerValue } from '@idvkit/schema';

export function inputParametersOf({ inputParameters }: Form): AnswerInput {
  const values = { number: () => 4711, boolean: () => true, string: (key: string) => `idvkit ${key}` };
  return Object.fromEntries(inputParameters.map(({ key, type }) => [key, values[type](key)]));
}

export function requiredKeys({ fields }: Form): readonly string[] {
  return fields.filter(({ required, source }) => required && source === 'applicant').map(({ key }) => key);
}

/** Returns an answer to each question of the applicant; optional ones only if one is known that fits. */
export function completeAnswers(form: Form): AnswerInput {
  const answered = form.fields.filter(
    (field) => field.source === 'applicant' && (field.required || fits(field, goodValue(field))),
  );
  return { ...Object.fromEntries(answered.map((field) => [field.key, goodValue(field)])), ...inputParametersOf(form) };
}

const DIGITS = '110170023070';

const GOOD_VALUES: Readonly<Record<FormField['type'], AnswerValue>> = {
  number: 1,
  checkbox: true,
  date: '1990-05-17',
  country: 'THA',
  choice: '',
  text: 'Conformance',
};

/** A postal code: the only text with a pattern that the specification lists. @see Specification, "Answer" */
const POSTAL_CODE = '10110';

function goodValue(field: FormField): AnswerValue {
  const { type, choices, checksum } = field;
  if (type === 'text' && checksum === 'national-id') return `${DIGITS}${nationalIdCheckDigit(DIGITS)}`;
  const value = choices?.[0] ?? GOOD_VALUES[type];
  return fits(field, value) ? value : POSTAL_CODE;
}

function fits({ pattern }: FormField, value: AnswerValue): boolean {
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(String(value));
}

export function refusedAnswers({ fields }: Form): AnswerInput {
  const kinds = new Map<string, FormField>();
  for (const field of fields) {
    const kind = field.checksum ?? (field.pattern === undefined ? field.type : 'pattern');
    if (field.source === 'service' || kind === 'text') continue;
    if (!kinds.has(kind)) kinds.set(kind, field);
  }
  return Object.fromEntries([...kinds.values()].map((field) => [field.key, badValue(field)]));
}

const BAD_VALUES: Readonly<Record<FormField['type'], string>> = {
  number: 'many',
  checkbox: 'yes',
  date: '1990-02-31',
  country: 'QAA',
  choice: 'none of these',
  text: '?',
};

function badValue({ type, checksum }: FormField): string {
  if (type !== 'text' || checksum !== 'national-id') return BAD_VALUES[type];
  return `${DIGITS}${(nationalIdCheckDigit(DIGITS) + 1) % 10}`;
}
