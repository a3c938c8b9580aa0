export type Primitive = string | number | boolean;

export interface Field {
  readonly key: string;
  readonly required?: true;
  /** Says what is wrong with a value; nothing where it is fine. */
  readonly complain: (value: Primitive) => string | undefined;
}

export interface Form {
  readonly slug: string;
  /** Steps in front of a camera. */
  readonly captures: readonly string[];
  readonly locales: readonly string[];
  readonly fields: readonly Field[];
  readonly parameters: readonly string[];
  /** Credit that it takes from start to end. */
  readonly price: number;
}

export const PLATFORM_LOCALES: readonly string[] = 'en th zh-hans zh-hant km my lo ms vi id ja hi ar ru de es fr'.split(
  ' ',
);

const text = (key: string): Field => ({
  key,
  complain: (value) => (typeof value === 'string' ? undefined : 'Not a text.'),
});

const matching = (key: string, pattern: RegExp, complaint: string): Field => ({
  key,
  complain: (value) => (typeof value === 'string' && pattern.test(value) ? undefined : complaint),
});

const oneOf = (key: string, ...choices: string[]): Field => ({
  key,
  complain: (value) => (choices.some((choice) => choice === value) ? undefined : `Choose ${choices.join(' or ')}.`),
});

const day = (key: string): Field => ({
  key,
  complain: (value) => {
    const date = new Date(`${value}T00:00:00Z`);
    const written = Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
    return written === value ? undefined : 'Enter a valid date.';
  },
});

const nationalId: Field = {
  key: 'nid',
  complain: (value) => {
    if (typeof value !== 'string' || !/^\d{13}$/.test(value)) return 'A national ID has 13 digits.';
    return lastDigitOf(value.slice(0, 12)) === Number(value[12]) ? undefined : 'The national ID is not valid.';
  },
};

/** Thai national ids: each digit times its place from the right, 13 down to 2, sum modulo 11, subtracted from 11. */
export function lastDigitOf(twelve: string): number {
  const sum = Array.from(twelve).reduce((total, digit, place) => total + Number(digit) * (13 - place), 0);
  return (11 - (sum % 11)) % 10;
}

const person: readonly Field[] = [
  text('name_prefix'),
  oneOf('gender', 'M', 'F'),
  text('full_name_first_name'),
  text('full_name_last_name'),
  day('date_of_birth'),
  matching('home_address_country', /^(THA|VNM|LAO|SGP|DEU|FRA)$/, 'Not a country that is served.'),
];

const [required, optional] = [
  new Set(['full_name_first_name', 'full_name_last_name', 'date_of_birth', 'home_address_country']),
  person,
];

/** A flow with both camera steps and one with none. */
export const FORMS: readonly Form[] = [
  {
    slug: 'onboarding-face',
    captures: ['ekyc_document', 'ekyc_liveness'],
    locales: ['th', 'en', 'vi', 'lo'],
    fields: [nationalId, text('document_number'), oneOf('ekyc_document_type', 'front_card', 'passport'), ...person],
    parameters: ['applicant_code', 'branch_no'],
    price: 3,
  },
  {
    slug: 'bank-statement',
    captures: [],
    locales: ['en', 'de'],
    fields: optional.map((field) => (required.has(field.key) ? { ...field, required: true } : field)),
    parameters: ['applicant_code'],
    price: 1,
  },
];
