import fc from 'fast-check';

import { ALPHA_3_COUNTRIES } from '../answers/countries.ts';

/** An applicant's name, as edited and as read from the document, and what goes with it. */
export interface Person {
  readonly first: string;
  readonly last: string;
  readonly firstRead: string;
  readonly lastRead: string;
  readonly gender: 'M' | 'F';
  readonly country: string;
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth: string;
}

// Common names put together by chance: no person is meant.
const NAMES = [
  ['สุดา', 'ใจดี', 'SUDA', 'JAIDEE', 'F', 'THA'],
  ['ธนากร', 'ศรีสุข', 'THANAKORN', 'SRISUK', 'M', 'THA'],
  ['Amelia', 'Clarke', 'AMELIA', 'CLARKE', 'F', 'GBR'],
  ['Lucía', 'Peña Ortiz', 'LUCIA', 'PENA ORTIZ', 'F', 'ESP'],
  ['Jürgen', 'Weiß', 'JUERGEN', 'WEISS', 'M', 'DEU'],
  ['Nguyễn Thị', 'Hương', 'NGUYEN THI', 'HUONG', 'F', 'VNM'],
  ['美咲', '佐藤', 'MISAKI', 'SATO', 'F', 'JPN'],
  ['伟', '王', 'WEI', 'WANG', 'M', 'CHN'],
  ['ليلى', 'حداد', 'LAYLA', 'HADDAD', 'F', 'JOR'],
  ['Дмитрий', 'Соколов', 'DMITRII', 'SOKOLOV', 'M', 'KAZ'],
  ['प्रिया', 'नायर', 'PRIYA', 'NAIR', 'F', 'IND'],
  ['សុខា', 'ចាន់', 'SOKHA', 'CHAN', 'M', 'KHM'],
  ['မြင့်မြင့်', 'အောင်', 'MYINT MYINT', 'AUNG', 'F', 'MMR'],
  ['ສົມພອນ', 'ວົງສາ', 'SOMPHONE', 'VONGSA', 'M', 'LAO'],
] as const;

/** Dates that exist, `YYYY-MM-DD`. */
export function isoDates(firstYear: number, lastYear: number): fc.Arbitrary<string> {
  const [min, max] = [Date.UTC(firstYear, 0, 1), Date.UTC(lastYear, 11, 31)];
  return fc
    .integer({ min: min / DAY_MS, max: max / DAY_MS })
    .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));
}

const DAY_MS = 86_400_000;

/** Codes of countries. */
export const countries: fc.Arbitrary<string> = fc.constantFrom(...ALPHA_3_COUNTRIES);

/** Applicants whose names are in many scripts. */
export const people: fc.Arbitrary<Person> = fc
  .tuple(fc.constantFrom(...NAMES), isoDates(1930, 2005))
  .map(([[first, last, firstRead, lastRead, gender, country], dateOfBirth]) => ({
    first,
    last,
    firstRead,
    lastRead,
    gender,
    country,
    dateOfBirth,
  }));
