import { nationalIdCheckDigit, type AnswerInput, type DocumentType } from '@idvkit/schema';

import { drawingFrom, type Drawing } from './drawing.ts';

// All of these are common names put together by chance: no person is meant.
const thaiFirst = [
  ['สมชาย', 'Somchai', 'M'],
  ['ธนากร', 'Thanakorn', 'M'],
  ['อนันต์', 'Anan', 'M'],
  ['สุดา', 'Suda', 'F'],
  ['กมลชนก', 'Kamonchanok', 'F'],
  ['พิมพ์ชนก', 'Phimchanok', 'F'],
] as const;
const thaiLast = [
  ['ใจดี', 'Jaidee'],
  ['ศรีสุข', 'Srisuk'],
  ['ทองคำ', 'Thongkham'],
  ['แสงจันทร์', 'Saengchan'],
  ['บุญมี', 'Bunmee'],
] as const;
const thaiPlaces = [
  ['ลุมพินี', 'ปทุมวัน', 'กรุงเทพมหานคร', '10330'],
  ['สุเทพ', 'เมืองเชียงใหม่', 'เชียงใหม่', '50200'],
  ['ตลาดใหญ่', 'เมืองภูเก็ต', 'ภูเก็ต', '83000'],
] as const;
const travellers = [
  ['Amelia', 'Clarke', 'F', 'GBR', 'Bristol', 'BS1 4DJ'],
  ['Jonas', 'Keller', 'M', 'DEU', 'Bremen', '28195'],
  ['Priya', 'Nair', 'F', 'IND', 'Kochi', '682001'],
  ['Haruto', 'Mori', 'M', 'JPN', 'Sendai', '980-0811'],
  ['Lucía', 'Serrano', 'F', 'ESP', 'Zaragoza', '50001'],
] as const;

/** An invented applicant's answers to every question that the specification names, apart from consent. */
export function inventAnswers(options: {
  readonly from: string;
  readonly document: DocumentType;
  /** Milliseconds since the epoch: dates of birth, issue and expiry are plausible then. */
  readonly now: number;
}): AnswerInput {
  const drawing = drawingFrom(options.from);
  const year = new Date(options.now).getUTCFullYear();
  const common = {
    ekyc_document_type: options.document,
    full_name_type: 'parts',
    date_of_birth: dateIn(year - drawing.integer(21, 70), drawing),
    date_of_issue: dateIn(year - drawing.integer(1, 4), drawing),
    date_of_expiry: dateIn(year + drawing.integer(1, 5), drawing),
  };
  return { ...common, ...(options.document === 'passport' ? traveller(drawing) : citizen(drawing)) };
}

/** The single line that the service derives from the parts of an address; undefined where there are none. */
export function addressLine(answers: AnswerInput): string | undefined {
  const parts = [
    'home_address_address',
    'home_address_subdistrict',
    'home_address_district',
    'home_address_province',
    'home_address_zipcode',
    'home_address_address_1_common',
    'home_address_address_2_common',
    'home_address_city_common',
    'home_address_postal_code_common',
  ].flatMap((key) => (Object.hasOwn(answers, key) ? [String(answers[key])] : []));
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function citizen(drawing: Drawing): AnswerInput {
  const [first, firstEn, gender] = drawing.pick(thaiFirst);
  const [last, lastEn] = drawing.pick(thaiLast);
  const [subdistrict, district, province, zipcode] = drawing.pick(thaiPlaces);
  const digits = `${drawing.integer(1, 8)}${drawing.digits(11)}`;
  return {
    nid: `${digits}${nationalIdCheckDigit(digits)}`,
    document_number: `JT${drawing.digits(10)}`,
    ekyc_document_country: 'THA',
    name_prefix: gender === 'M' ? 'นาย' : 'นางสาว',
    gender,
    full_name_first_name: first,
    full_name_last_name: last,
    full_name_en_first_name: firstEn,
    full_name_en_last_name: lastEn,
    home_address_country: 'THA',
    home_address_address: `${drawing.integer(1, 199)}/${drawing.integer(1, 60)}`,
    home_address_subdistrict: subdistrict,
    home_address_district: district,
    home_address_province: province,
    home_address_zipcode: zipcode,
  };
}

function traveller(drawing: Drawing): AnswerInput {
  const [first, last, gender, country, city, postalCode] = drawing.pick(travellers);
  return {
    document_number: `${drawing.pick(['A', 'C', 'K', 'L'])}${drawing.digits(8)}`,
    ekyc_document_country: country,
    name_prefix: gender === 'M' ? 'Mr' : 'Ms',
    gender,
    full_name_first_name: first,
    full_name_last_name: last,
    full_name_en_first_name: first.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    full_name_en_last_name: last,
    home_address_country: country,
    home_address_address_1_common: `${drawing.integer(1, 240)} Station Road`,
    home_address_city_common: city,
    home_address_postal_code_common: postalCode,
  };
}

function dateIn(year: number, drawing: Drawing): string {
  const [month, day] = [drawing.integer(1, 12), drawing.integer(1, 28)];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
