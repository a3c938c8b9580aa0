import type { Form, FormField } from '@idvkit/mock';
import { nationalIdCheckDigit, type AnswerInput, type AnswerValue } from '@idvkit/schema';

export function inputParametersOf({ inputParameters }: Form): AnswerInput {
  const values = { number: () => 4711, boolean: () => true, string: (key: string) => `idvkit ${key}` };
  return Object.fromEntries(inputParameters.map(({ key, type }) => [key, values[type](key)]));
}

export function requiredKeys({ fields }: Form): readonly string[] {
  return fields.filter(({ required, source }) => required && source === 'applicant').map(({ key }) => key);
}

export function completeAnswers(form: Form): AnswerInput {
  const keys = requiredKeys(form);
  const required = form.fields.filter(({ key }) => keys.includes(key));
  return { ...Object.fromEntries(required.map((field) => [field.key, goodValue(field)])), ...inputParametersOf(form) };
}

const DIGITS = '110170023070';

function goodValue({ type, choices, checksum }: FormField): AnswerValue {
  switch (type) {
    case 'number':
      return 1;
    case 'checkbox':
      return true;
    case 'date':
      return '1990-05-17';
    case 'country':
      return 'THA';
    case 'choice':
      return choices?.[0] ?? '';
    case 'text':
      return checksum === 'national-id' ? `${DIGITS}${nationalIdCheckDigit(DIGITS)}` : 'Conformance';
  }
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

function badValue({ type, checksum }: FormField): string {
  switch (type) {
    case 'number':
      return 'many';
    case 'checkbox':
      return 'yes';
    case 'date':
      return '1990-02-31';
    case 'country':
      return 'XXX';
    case 'choice':
      return 'none of these';
    case 'text':
      return checksum === 'national-id' ? `${DIGITS}${(nationalIdCheckDigit(DIGITS) + 1) % 10}` : '?';
  }
}
