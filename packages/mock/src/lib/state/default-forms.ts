import type { Form, FormField } from './form.ts';

type Field = Omit<FormField, 'key' | 'section' | 'required' | 'source'> &
  Partial<Pick<FormField, 'required' | 'source'>>;

function fields(section: string, described: Readonly<Record<string, Field>>): readonly FormField[] {
  return Object.entries(described).map(([key, field]) => ({
    key,
    section,
    required: false,
    source: 'applicant',
    ...field,
  }));
}

const consent = fields('consent', {
  consent_checkbox_1: { type: 'checkbox', required: true },
  consent_version: { type: 'text', source: 'service' },
  consent_date: { type: 'text', source: 'service', pattern: String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z` },
});

const name = fields('personal', {
  name_prefix: { type: 'text' },
  full_name_type: { type: 'choice', choices: ['parts', 'full'] },
  full_name_first_name: { type: 'text', required: true },
  full_name_last_name: { type: 'text', required: true },
  gender: { type: 'choice', choices: ['M', 'F'] },
  date_of_birth: { type: 'date', required: true },
});

const address = fields('address', {
  home_address_country: { type: 'country', required: true },
  home_address_address: { type: 'text' },
  home_address_subdistrict: { type: 'text' },
  home_address_district: { type: 'text' },
  home_address_province: { type: 'text' },
  home_address_zipcode: { type: 'text', pattern: String.raw`\d{5}` },
  home_address_address_1_common: { type: 'text' },
  home_address_address_2_common: { type: 'text' },
  home_address_city_common: { type: 'text' },
  home_address_postal_code_common: { type: 'text' },
  home_address_full: { type: 'text', source: 'service' },
});

const document = fields('document', {
  ekyc_document_type: { type: 'choice', choices: ['front_card', 'passport'] },
  ekyc_document_country: { type: 'country', source: 'document' },
  nid: { type: 'text', source: 'document', checksum: 'national-id', document: 'front_card' },
  document_number: { type: 'text', source: 'document' },
  full_name_en_first_name: { type: 'text', source: 'document' },
  full_name_en_last_name: { type: 'text', source: 'document' },
  date_of_issue: { type: 'date', source: 'document' },
  date_of_expiry: { type: 'date', source: 'document' },
});

const customerParameters = [
  { key: 'customer_ref', type: 'string' },
  { key: 'customer_tier', type: 'number' },
] as const;

/** A flow with document scan, liveness and AML screening: only the applicant can submit it. */
export const cameraForm: Form = {
  slug: 'kyc-camera',
  name: 'Identity check',
  steps: [
    { key: 'consent', kind: 'questions', sections: ['consent'] },
    { key: 'document', kind: 'document-scan', sections: ['document'] },
    { key: 'liveness', kind: 'liveness', sections: ['liveness'] },
    { key: 'details', kind: 'questions', sections: ['personal', 'address'] },
  ],
  fields: [...consent, ...document, ...name, ...address],
  inputParameters: customerParameters,
  availableLocales: ['en', 'th', 'zh-hans', 'ja', 'ar'],
  defaultLocale: 'en',
  screening: true,
  creditCost: 3,
};

/** A flow without a camera step: it can be submitted over the API. */
export const plainForm: Form = {
  slug: 'kyc-plain',
  name: 'Contact details',
  steps: [
    { key: 'consent', kind: 'questions', sections: ['consent'] },
    { key: 'details', kind: 'questions', sections: ['personal', 'address'] },
  ],
  fields: [...consent, ...name, ...fields('personal', { nid: { type: 'text', checksum: 'national-id' } }), ...address],
  inputParameters: customerParameters,
  availableLocales: ['en', 'th', 'vi'],
  defaultLocale: 'en',
  screening: false,
  creditCost: 1,
};

/** The forms of a workspace by default. */
export const defaultForms: readonly Form[] = [cameraForm, plainForm];
