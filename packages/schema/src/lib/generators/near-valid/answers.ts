import { nationalIdCheckDigit } from '../../answers/national-id.ts';
import { submitFormDeliveries } from '../deliveries.ts';
import { inSubmission } from './bodies.ts';
import { defineBreaches, type Breach } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

const answer = (key: string, member = 'value'): Path => ['answers', key, member];

/** An answer to a question that the specification does not name, so that no other rule is about it. */
const ANY = { created_at: '2026-01-05T03:00:00+00:00', updated_at: '2026-01-05T03:00:00+00:00' };
const any: Path = ['answers', 'customer_segment'];

/** A submission in which an answer of a known question holds one of these instead. */
function holding(key: string, ...values: readonly [unknown, ...unknown[]]): Breach {
  const [first, ...others] = values;
  return inSubmission((body) => [
    withValue(body, answer(key), first),
    ...others.map((value) => withValue(body, answer(key), value)),
  ]);
}

/** Breaches of the rules about answers. */
export const answersBreaches = defineBreaches({
  'answers.map.object': inSubmission((body) => [
    withValue(body, ['answers'], Object.values(Object(valueAt(body, ['answers'])))),
    withValue(body, ['answers'], 'none'),
    withValue(body, ['answers', 'customer_segment'], 'retail'),
  ]),
  'answers.answer.value-required': inSubmission((body) => [withValue(body, any, ANY)]),
  'answers.answer.value-type': inSubmission((body) => [
    withValue(body, any, { ...ANY, value: ['retail'] }),
    withValue(body, any, { ...ANY, value: { text: 'retail' } }),
  ]),
  'answers.answer.created-at': inSubmission((body) => [
    withValue(body, any, { ...ANY, value: 'retail', created_at: 'yesterday' }),
    withValue(body, any, { ...ANY, value: 'retail', created_at: 1_767_582_000 }),
  ]),
  'answers.answer.updated-at': inSubmission((body) => [
    withValue(body, any, { ...ANY, value: 'retail', updated_at: '2026-01-05T02:59:59+00:00' }),
    withValue(body, any, { ...ANY, value: 'retail', updated_at: '2026-02-30T03:00:00+00:00' }),
  ]),
  'answers.key.omitted-not-null': inSubmission((body) => [
    withValue(body, any, null),
    withValue(body, any, { ...ANY, value: null }),
  ]),
  'answers.nid.check-digit': inSubmission((body) => {
    const nid = String(valueAt(body, answer('nid')));
    return [
      withValue(body, answer('nid'), `${nid.slice(0, 12)}${(Number(nid[12]) + 1) % 10}`),
      withValue(body, answer('nid'), nid.slice(0, 12)),
      withValue(body, answer('nid'), ''),
    ];
  }),
  'answers.nid.national-id-only': {
    kind: 'submitFormDelivery',
    from: submitFormDeliveries({ document: 'passport', sparse: false }),
    variants: (body) => [
      withValue(body, ['answers', 'nid'], { ...ANY, value: `110170023070${nationalIdCheckDigit('110170023070')}` }),
    ],
  },
  'answers.document-type.enum': holding('ekyc_document_type', 'id_card', 'Passport', ''),
  'answers.document-country.alpha-3': holding('ekyc_document_country', 'TH', 'tha', 'XXX', ''),
  'answers.gender.enum': holding('gender', 'male', 'm', 'X', ''),
  'answers.full-name-type.enum': holding('full_name_type', 'split', 'Parts', ''),
  'answers.dates.iso': inSubmission((body) => [
    withValue(body, answer('date_of_issue'), '2011-02-29'),
    withValue(body, answer('date_of_expiry'), '31/12/2030'),
    withValue(body, answer('date_of_birth'), '1990-4-7'),
    withValue(body, answer('date_of_birth'), '1990-04-07T00:00:00+00:00'),
  ]),
  'answers.home-address-country.present': inSubmission((body) => [without(body, ['answers', 'home_address_country'])]),
  'answers.home-address-country.alpha-3': holding('home_address_country', 'TH', 'Thailand', 'ZZZ'),
  'answers.strings.typed': inSubmission((body) => [
    withValue(body, answer('document_number'), 12_345_678),
    withValue(body, answer('home_address_zipcode'), 10_330),
    withValue(body, answer('name_prefix'), true),
  ]),
  'answers.consent-checkbox.boolean': holding('consent_checkbox_1', 'true', 1),
  'answers.consent-date.z-suffix': holding('consent_date', '2026-01-05T03:00:00+00:00', '2026-01-05', 'yesterday'),
});
