import { ekycExtra, ekycStatus } from './checks.ts';
import { lastDigitOf, type Primitive } from './forms.ts';
import { type Application, type Checks, isoTime } from './records.ts';
import { screeningOf } from './screening.ts';

/** What result and webhooks say of an application. */
export function applicationObject(application: Application): object {
  const { id, slug, form, state, columns, submittedMs } = application;
  return {
    slug,
    other_status: { ...columns, ekyc: ekycStatus(application) },
    status: state,
    submitted_at: submittedMs === undefined ? null : isoTime(submittedMs),
    form: form.slug,
    no: `COK00${String(id).padStart(4, '0')}`,
    id,
  };
}

/** `application`, `answers` and `extra`: the last two are empty before a submission. */
export function contentOf(application: Application, sign: (image: string) => string): object {
  const complete = application.state === 'complete';
  const answers = [...application.answers]
    .toReversed()
    .map(([key, { value, firstMs, lastMs }]) => [
      key,
      { updated_at: isoTime(lastMs), value, created_at: isoTime(firstMs) },
    ]);
  return {
    extra: complete ? extraOf(application, sign) : {},
    answers: complete ? Object.fromEntries(answers) : {},
    application: applicationObject(application),
  };
}

function extraOf(application: Application, sign: (image: string) => string): object {
  const screening = { identity_aml: screeningOf(application) };
  if (application.form.captures.length === 0) return { ...screening, bank_statement: { months: 6, currency: 'EUR' } };
  return { ...screening, ekyc: ekycExtra(application, sign) };
}

/** What an applicant enters and a document shows, beside what was given at creation. */
export function answersFromCamera(id: number, { document, scans }: Checks): Record<string, Primitive> {
  const twelve = `3100${String(id % 1e8).padStart(8, '0')}`;
  const thai = document === 'front_card';
  const read = scans.at(-1) === 'success';
  return {
    ekyc_document_type: document,
    ekyc_document_country: thai ? 'THA' : 'VNM',
    name_prefix: 'Mrs',
    gender: 'F',
    full_name_type: 'parts',
    full_name_first_name: thai ? 'มาลี' : 'Linh',
    full_name_last_name: thai ? 'สุขใจ' : 'Tran',
    date_of_birth: '1988-02-29',
    home_address_country: thai ? 'THA' : 'VNM',
    ...(thai
      ? { home_address_address: '99/1', home_address_province: 'Chiang Mai', home_address_zipcode: '50000' }
      : { home_address_city_common: 'Da Nang', home_address_postal_code_common: '550000' }),
    ...(read && {
      full_name_en_first_name: thai ? 'Malee' : 'Linh',
      full_name_en_last_name: thai ? 'Sukjai' : 'Tran',
      date_of_issue: '2019-11-05',
      date_of_expiry: '2031-11-04',
      document_number: thai ? 'ME7-1234567-01' : 'C1234567',
      ...(thai && { nid: twelve + String(lastDigitOf(twelve)) }),
    }),
    consent_version: '2025-03',
    consent_checkbox_1: true,
    preferred_branch: 'Old Town',
  };
}
