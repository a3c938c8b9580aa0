import { documentType, type AnswerInput, type AnswerValue, type DocumentType } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Form, FormField } from '../../state/form.ts';
import type { Submission } from '../../state/submission.ts';
import { inventAnswers } from '../payload/person.ts';
import { valuesOf } from './service-answers.ts';

/** The document that a submission is made with: the one chosen, or prefilled, or the default of the platform. */
export function documentOf(application: StoredApplication, chosen: DocumentType | undefined): DocumentType {
  const prefilled = documentType.safeParse(application.answers['ekyc_document_type']?.value);
  return chosen ?? (prefilled.success ? prefilled.data : 'front_card');
}

/** Returns answers of an invented applicant to whatever was not answered yet. A failed scan gives no answers of its document. */
export function answersInvented(options: {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly submission: Submission;
  readonly answers: AnswerInput;
  readonly now: number;
  /** Only what the scan reads, or what the applicant leaves open too. */
  readonly invent?: 'everything' | 'scanned';
}): AnswerInput {
  const { form, application, submission, answers, now, invent = 'everything' } = options;
  const { document, documentScan } = submission;
  const person = inventAnswers({ from: application.slug, document, now });
  const given = { ...valuesOf(application), ...answers };
  const fields = form.fields
    .filter((field) => field.source !== 'service' && !Object.hasOwn(given, field.key))
    .filter((field) => field.document === undefined || field.document === document)
    .filter((field) => field.source !== 'document' || documentScan === 'success')
    .filter((field) => field.source === 'document' || invent === 'everything');
  const invented = fields.flatMap((field): [string, AnswerValue][] => {
    const value = Object.hasOwn(person, field.key) ? person[field.key] : answerOfType(field);
    return value === undefined ? [] : [[field.key, value]];
  });
  const isScanned = form.fields.some(({ key }) => key === 'ekyc_document_type');
  return Object.fromEntries(isScanned ? [...invented, ['ekyc_document_type', document]] : invented);
}

/** Something that fits a required field which the specification does not name. */
function answerOfType(field: FormField): AnswerValue | undefined {
  if (!field.required || field.pattern !== undefined || field.checksum !== undefined) return undefined;
  switch (field.type) {
    case 'number':
      return 1;
    case 'checkbox':
      return true;
    case 'date':
      return '2000-01-01';
    case 'country':
      return 'THA';
    case 'choice':
      return field.choices?.[0];
    case 'text':
      break;
  }
  return field.label ?? field.key;
}
