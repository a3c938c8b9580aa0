import type { DocumentType } from '@idvkit/schema';

import type { Form, FormField } from '../../state/form.ts';

/** Country whose addresses have their own parts. @see Specification, "Answer" */
const THAILAND = 'THA';

const COUNTRY_KEY = 'home_address_country';
const THAI_PARTS = new Set([
  'home_address_address',
  'home_address_subdistrict',
  'home_address_district',
  'home_address_province',
  'home_address_zipcode',
]);
const INTERNATIONAL_PARTS = new Set([
  'home_address_address_1_common',
  'home_address_address_2_common',
  'home_address_city_common',
  'home_address_postal_code_common',
]);

/** For whom a question is: everyone, or those with an address in Thailand or elsewhere. */
export type Audience = 'everyone' | 'thai-address' | 'international-address';

/** Returns for whom a question of a form is. Required ones are for everyone. */
export function audienceOf(form: Form, { key, required }: FormField): Audience {
  const asksCountry = form.fields.some((field) => field.key === COUNTRY_KEY && field.source === 'applicant');
  if (required || !asksCountry) return 'everyone';
  if (THAI_PARTS.has(key)) return 'thai-address';
  return INTERNATIONAL_PARTS.has(key) ? 'international-address' : 'everyone';
}

/** Returns whether a flow scans a document. The scan asks for its type itself. */
export function scansDocument(form: Form): boolean {
  return form.steps.some(({ kind }) => kind === 'document-scan');
}

export function checksLiveness(form: Form): boolean {
  return form.steps.some(({ kind }) => kind === 'liveness');
}

/** Returns the questions that the applicant answers by hand, in the order of the form. */
export function questionsOf(form: Form): readonly FormField[] {
  const scanned = scansDocument(form);
  return form.fields.filter(({ key, source }) => source === 'applicant' && !(scanned && key === 'ekyc_document_type'));
}

/** Returns the questions for this applicant: those about their document, and their kind of address. */
export function questionsFor(
  form: Form,
  applicant: { readonly document: DocumentType; readonly texts: Readonly<Record<string, string>> },
): readonly FormField[] {
  const country = applicant.texts[COUNTRY_KEY] ?? '';
  const address: Audience = country === THAILAND ? 'thai-address' : 'international-address';
  return questionsOf(form)
    .filter(({ document }) => !scansDocument(form) || document === undefined || document === applicant.document)
    .filter((field) => {
      const audience = audienceOf(form, field);
      return audience === 'everyone' || (country !== '' && audience === address);
    });
}
