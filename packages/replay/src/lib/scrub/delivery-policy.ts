import {
  address,
  count,
  country,
  date,
  documentType,
  enumerated,
  flag,
  identifier,
  image,
  moment,
  name,
  oneOf,
} from './policy-leaves.ts';
import { array, IDENTIFIER, leaf, named, nameLike, object, personal, type PolicyNode } from './policy.ts';
import { amlRun } from './screening-policy.ts';
import { isTitle } from './vocabulary.ts';

function answer(value: PolicyNode): PolicyNode {
  return object({ value, created_at: moment, updated_at: moment });
}

const answers = named(answer(personal), {
  nid: answer(leaf('national-id')),
  document_number: answer(leaf('document-number')),
  ekyc_document_type: answer(documentType),
  ekyc_document_country: answer(country),
  name_prefix: answer(leaf('name', { keepsText: isTitle })),
  gender: answer(oneOf('M', 'F')),
  full_name_type: answer(oneOf('parts', 'full')),
  full_name_first_name: answer(name),
  full_name_last_name: answer(name),
  full_name_en_first_name: answer(name),
  full_name_en_last_name: answer(name),
  date_of_birth: answer(date),
  date_of_issue: answer(date),
  date_of_expiry: answer(date),
  home_address_country: answer(country),
  home_address_address: answer(address),
  home_address_subdistrict: answer(address),
  home_address_district: answer(address),
  home_address_province: answer(address),
  home_address_zipcode: answer(address),
  home_address_address_1_common: answer(address),
  home_address_address_2_common: answer(address),
  home_address_city_common: answer(address),
  home_address_postal_code_common: answer(address),
  home_address_full: answer(address),
  consent_version: answer(
    leaf('text', { keepsText: (text) => /^v?\d{1,4}(\.\d{1,4}){0,3}$/.test(text), keepsNumbers: true }),
  ),
  consent_date: answer(moment),
  consent_checkbox_1: answer(flag),
});

const attempt = {
  id: identifier,
  attempt: count,
  status: oneOf('success', 'fail'),
  message: personal,
  type: documentType,
  url: image,
  created_at: moment,
};

const ekyc = object({
  face_compare: object({ score: count, status: oneOf('match', 'need_review', 'not_match') }),
  liveness: object({
    url: image,
    attempts: array(
      object({
        ...attempt,
        images: array(object({ url: image, action: nameLike(/^[a-z]{2,12}(_[a-z]{2,12}){0,2}$/) })),
      }),
    ),
  }),
  identity_document: object({
    type: documentType,
    url: image,
    face_image_url: image,
    attempts: array(object(attempt)),
  }),
});

/**
 * What becomes of each value of a delivery or result. Closed: a value stays only where it is named here and looks the
 * way it should.
 *
 * @see Specification, "Resources and their fields"
 */
export const deliveryPolicy: PolicyNode = object({
  event: object({
    nounce: identifier,
    type: nameLike(IDENTIFIER),
    version: count,
    created_at: moment,
  }),
  application: object({
    id: identifier,
    no: identifier,
    form: nameLike(IDENTIFIER),
    slug: leaf('slug'),
    status: oneOf('incomplete', 'complete', 'expired'),
    other_status: named(enumerated, { ekyc: oneOf('pass', 'need_review', 'fail', 'pending') }),
    submitted_at: moment,
  }),
  answers,
  extra: object({ ekyc, identity_aml: named(array(amlRun)), bank_statement: personal }),
});
