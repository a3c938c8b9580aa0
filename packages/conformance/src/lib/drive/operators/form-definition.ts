import { arrayAt, isObject, type JsonObject, stringAt } from '@idvkit/json';
import { nationalIdCheckDigit } from '@idvkit/schema';

import type { AnswerInputs } from '../calls/run-options.ts';

/** A form as the portal of a mock describes it, as far as a run needs it. */
export interface FormDefinition {
  readonly slug: string;
  readonly hasCamera: boolean;
  readonly fields: readonly FieldDefinition[];
  /** Input parameters that it declares, each with a value that fits. */
  readonly inputParameters: AnswerInputs;
}

interface FieldDefinition {
  readonly key: string;
  readonly type: string;
  readonly required: boolean;
  /** Who gives the answer: the applicant, the document, or the service. */
  readonly source: string;
  readonly choices: readonly string[];
  readonly checksum?: string;
  readonly pattern?: string;
}

/** Reads a form from the portal's JSON. What does not look like one is undefined. */
export function readForm(value: unknown): FormDefinition | undefined {
  const slug = stringAt(value, 'slug');
  if (slug === undefined) return undefined;
  const kinds = (arrayAt(value, 'steps') ?? []).map((step) => stringAt(step, 'kind'));
  return {
    slug,
    hasCamera: kinds.some((kind) => kind === 'document-scan' || kind === 'liveness'),
    fields: (arrayAt(value, 'fields') ?? []).filter(isObject).map(readField),
    inputParameters: Object.fromEntries(
      (arrayAt(value, 'inputParameters') ?? []).flatMap((parameter) => {
        const key = stringAt(parameter, 'key');
        return key === undefined ? [] : [[key, valueOf(stringAt(parameter, 'type'), key)]];
      }),
    ),
  };
}

function readField(field: JsonObject): FieldDefinition {
  const checksum = stringAt(field, 'checksum');
  const pattern = stringAt(field, 'pattern');
  return {
    key: stringAt(field, 'key') ?? '',
    type: stringAt(field, 'type') ?? 'text',
    required: field['required'] === true,
    source: stringAt(field, 'source') ?? 'applicant',
    choices: (arrayAt(field, 'choices') ?? []).filter((choice) => typeof choice === 'string'),
    ...(checksum === undefined ? {} : { checksum }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

function valueOf(type: string | undefined, key: string): string | number | boolean {
  if (type === 'number') return 4711;
  return type === 'boolean' ? true : `idvkit ${key}`;
}

/** Keys that a submission over the interface needs. */
export function requiredKeys({ fields }: FormDefinition): readonly string[] {
  return fields.filter(({ required, source }) => required && source === 'applicant').map(({ key }) => key);
}

/** Answers that complete a form without camera steps, its input parameters included. */
export function completeAnswers(form: FormDefinition): AnswerInputs {
  const required = form.fields.filter(({ key }) => requiredKeys(form).includes(key));
  return {
    ...Object.fromEntries(required.map((field) => [field.key, goodValue(field)])),
    ...form.inputParameters,
  };
}

function goodValue({ type, choices, checksum }: FieldDefinition): string | number | boolean {
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
      return choices[0] ?? '';
    default:
      return checksum === 'national-id' ? `110170023070${nationalIdCheckDigit('110170023070')}` : 'Conformance';
  }
}

/** Values that the fields of a form refuse: one for each kind of field that it has. */
export function refusedAnswers({ fields }: FormDefinition): AnswerInputs {
  const kinds = new Map<string, FieldDefinition>();
  for (const field of fields) {
    const kind = field.checksum ?? (field.pattern === undefined ? field.type : 'pattern');
    if (field.source === 'service' || (kind === 'text' && field.pattern === undefined)) continue;
    if (!kinds.has(kind)) kinds.set(kind, field);
  }
  return Object.fromEntries([...kinds.values()].map((field) => [field.key, badValue(field)]));
}

function badValue({ type, checksum }: FieldDefinition): string | number | boolean {
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
    default: {
      if (checksum !== 'national-id') return '?';
      const digits = '110170023070';
      return `${digits}${(nationalIdCheckDigit(digits) + 1) % 10}`;
    }
  }
}
