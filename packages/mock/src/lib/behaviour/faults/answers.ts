import { defineFault, type Fault } from './fault.ts';
import { changingPayload, leavingOut, miscounted, moved, timestampOf, settingInPayload } from './points.ts';

export const answersFaults: readonly Fault[] = [
  defineFault({
    rule: 'answers.map.object',
    title: 'lists answers instead of keying them',
    points: changingPayload(
      'answers',
      (answers) => Object.entries(answers ?? {}).map(([key, answer]) => ({ key, answer: answer as unknown })),
      ({ application }) => application.submission?.document === 'passport',
    ),
  }),
  defineFault({
    rule: 'answers.answer.value-required',
    title: 'leaves out the value of an answer',
    points: leavingOut('answers.name_prefix.value'),
  }),
  defineFault({
    rule: 'answers.answer.value-type',
    title: 'nests a value',
    points: changingPayload('answers.consent_version.value', (version) => ({ version })),
  }),
  defineFault({
    rule: 'answers.answer.created-at',
    title: 'dates answers to the day',
    points: changingPayload('answers.gender.created_at', (at) => String(at).slice(0, 10)),
  }),
  defineFault({
    rule: 'answers.answer.updated-at',
    title: 'has answers updated before they were created',
    points: changingPayload('answers.gender.updated_at', (at) => moved(at, -3_600)),
  }),
  defineFault({
    rule: 'answers.key.omitted-not-null',
    title: 'gives null for a question that was not asked',
    points: settingInPayload(
      'answers.home_address_address_2_common',
      () => null,
      ({ application }) => application.submission !== null,
    ),
  }),
  defineFault({
    rule: 'answers.nid.check-digit',
    title: 'misreads the last digit of national ids',
    points: changingPayload('answers.nid.value', miscounted),
  }),
  defineFault({
    rule: 'answers.nid.national-id-only',
    title: 'gives a national id on passport submissions',
    points: settingInPayload(
      'answers.nid',
      (_, { application }) => {
        const at = timestampOf(application.submittedAt ?? application.createdAt);
        return { value: '1101700230708', created_at: at, updated_at: at };
      },
      ({ application }) => application.submission?.document === 'passport',
    ),
  }),
  defineFault({
    rule: 'answers.document-type.enum',
    title: 'calls passports by another name',
    points: changingPayload('answers.ekyc_document_type.value', (type) =>
      type === 'passport' ? 'travel_document' : type,
    ),
  }),
  defineFault({
    rule: 'answers.document-country.alpha-3',
    title: 'gives the issuing country by its alpha-2 code',
    points: changingPayload('answers.ekyc_document_country.value', (code) => String(code).slice(0, 2)),
  }),
  defineFault({
    rule: 'answers.gender.enum',
    title: 'spells genders out',
    points: changingPayload('answers.gender.value', (gender) => (gender === 'F' ? 'female' : 'male')),
  }),
  defineFault({
    rule: 'answers.full-name-type.enum',
    title: 'has a third type of name',
    points: changingPayload('answers.full_name_type.value', () => 'split'),
  }),
  defineFault({
    rule: 'answers.dates.iso',
    title: 'writes dates day first',
    points: changingPayload('answers.date_of_expiry.value', (date) => String(date).split('-').toReversed().join('/')),
  }),
  defineFault({
    rule: 'answers.dates.iso',
    variant: 'no-such-day',
    title: 'gives a day that no calendar has',
    points: changingPayload('answers.date_of_issue.value', (date) => `${String(date).slice(0, 4)}-02-30`),
  }),
  defineFault({
    rule: 'answers.home-address-country.present',
    title: 'leaves out the country of an address',
    points: leavingOut('answers.home_address_country'),
  }),
  defineFault({
    rule: 'answers.home-address-country.alpha-3',
    title: 'makes up a country',
    points: changingPayload('answers.home_address_country.value', () => 'XTH'),
  }),
  defineFault({
    rule: 'answers.strings.typed',
    title: 'writes digits as numbers',
    points: changingPayload('answers.home_address_zipcode.value', Number),
  }),
  defineFault({
    rule: 'answers.consent-checkbox.boolean',
    title: 'writes checkboxes as text',
    points: changingPayload('answers.consent_checkbox_1.value', String),
  }),
  defineFault({
    rule: 'answers.consent-date.z-suffix',
    title: 'writes the consent date like every other time',
    points: changingPayload('answers.consent_date.value', (at) => String(at).replace('Z', '+00:00')),
  }),
  defineFault({
    rule: 'answers.input-parameters.returned',
    title: 'forgets input parameters',
    points: {
      keptAnswers: (kept, { form }) =>
        Object.fromEntries(
          Object.entries(kept).filter(([key]) => form.inputParameters.every((each) => each.key !== key)),
        ),
    },
  }),
  defineFault({
    rule: 'answers.undeclared.discarded',
    title: 'keeps whatever it is sent',
    points: { keptAnswers: (_, { answers }) => answers },
  }),
];
