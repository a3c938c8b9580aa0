/**
 * A class of fields, by what their values can say about a person. The tools differ only in what they do with a class.
 *
 * - `public`: a name that the client or the service gives to a thing: a form, a kind of event
 * - `enum`: one of a few documented values
 * - `term`: words of outcomes and lists, of which not all are documented
 * - `trait`: one of a few values that many people share: gender, country, title
 * - `flag`: true or false
 * - `time`: a timestamp of the service
 * - `count`: a number that measures, counts or is a version
 * - `link`: an address, which may hold a slug or a signature
 * - `slug`: the correlation key, a secret
 * - `random`: an identifier made by chance, if it is a UUID
 * - `wording`: a text of the service
 * - `person`: anything else
 */
export type PrivacyClass =
  | 'public'
  | 'enum'
  | 'term'
  | 'trait'
  | 'flag'
  | 'time'
  | 'count'
  | 'link'
  | 'slug'
  | 'random'
  | 'wording'
  | 'person';

/** The privacy of the field at one path. */
export interface FieldPrivacy {
  readonly class: PrivacyClass;
  /** Values of an `enum` or a `trait`, known ones of a `public` or a `term`, fixed sentences of a `wording`. */
  readonly values?: readonly string[];
  /** Kind of a value of a `person`. Default: unknown. */
  readonly kind?: 'name' | 'national-id' | 'document-number' | 'date' | 'address' | 'identifier';
}

/** Words of outcomes, lists and kinds of match: they say nothing about who a person is. */
const TERMS: ReadonlySet<string> = new Set(
  `
  aborted accept accepted active adverse aka alert all any approve approved auto automatic automatically available away birth blacklist
  blocked cancelled card check checked class clear closed complete completed consider country created critical data date
  dead decline declined default deny denied different disabled document done driver duplicate enabled entity error escalated
  exact expired fail failed failure false female final find first fitness flag flagged found front full fuzzy hard high hit hits
  identity idle image in incomplete individual info invalid is last level license list lists low main male manual manually match
  matched media medium middle missing mismatch multiple name near negative new no none normal not null official ok ongoing open
  or organisation organization other parent part partial partially parts pass passed passport pending pep person
  phonetic positive potential primary probity processing queue queued rejected reject relative removed required
  resolved result results retry review reviewed reviewing risk run running sanction sanctions score scored
  screened screening secondary selfie skip skipped soft source standard status step stopped submitted success successful suspected
  suspended synonym system test timeout title to total true try unavailable unclear unexpected unknown unresolved unscored unset
  unverified updated valid verified verify very waiting warning warnings watchlist whitelist with without year yes zero
  match_status name_exact aka_exact year_of_birth name_fuzzy name_variations equivalent
  ai aml be by crime crimes ekyc financial fraud general id kyc liveness match_types narcotics nationality negative_news ocr of
  regulatory serious social state terrorism the unspecified violence http https ftp ftps mailto www
  abandoned action additional again applicable approval await awaiting clean cleared compliance conditional conditionally confirmed
  decided decision ended escalate escalation exempt frozen further hold inconclusive information insufficient investigate
  investigation locked mlro need needed needs overridden override paused progress recheck request requested rescreen resubmit
  stage started suspicious terminated tier unconfirmed unlocked waived withdrawn
  อนุมัติ ไม่อนุมัติ ผ่าน ไม่ผ่าน ปฏิเสธ รออนุมัติ รอดำเนินการ รอตรวจสอบ ต้องตรวจสอบ
  `
    .trim()
    .split(/\s+/),
);

/** Honorifics, of any person of that kind. */
export const TITLES: readonly string[] = `
  mr mrs ms miss mx dr prof sir madam นาย นาง นางสาว น.ส. ด.ช. ด.ญ. เด็กชาย เด็กหญิง ดร. คุณ ທ້າວ ນາງ លោក លោកស្រី កញ្ញា ဦး ဒေါ် မ ကို
  sr sra srta herr frau m mme mlle 先生 女士 小姐 様 氏 ông bà anh chị tuan puan encik cik bapak ibu श्री श्रीमती السيد السيدة
`
  .trim()
  .split(/\s+/);

/** A timestamp, however a service writes it. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d|UTC|GMT))?)?$/i;
const COUNT = /^-?\d{1,6}(?:\.\d{1,25})?(?:e[+-]?\d{1,3})?$/i;
const VERSION = /^v?\d{1,4}(?:\.\d{1,4}){0,3}$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Longer texts are not names of things, and no words of lists. */
const MAX_LENGTH = 64;
/** Of one or two digits. More of them beside one another are a date, or someone's telephone number. */
const NO_VALUES: readonly string[] = [];
const SMALL_NUMBER = /^\d{1,2}$/;

/**
 * Returns whether a value is one that its field may hold and that says nothing about who a person is. Nothing fits a `person`, a `slug` or
 * a `link`.
 *
 * @param value A text, or a number or flag as JSON writes it.
 */
export function fitsPrivacy(value: string, { class: kind, values = NO_VALUES }: FieldPrivacy): boolean {
  switch (kind) {
    case 'public':
      return isIdentifier(value);
    case 'enum':
    case 'trait':
      return isOneOf(value, values);
    case 'term':
      return isOneOf(value, values) || isTerm(value);
    case 'flag':
      return value === 'true' || value === 'false';
    case 'time':
      return TIME.test(value);
    case 'count':
      return COUNT.test(value) || VERSION.test(value);
    case 'random':
      return UUID.test(value);
    case 'wording':
      return values.includes(value);
    default:
      return false;
  }
}

/** Returns whether a text is what things are named by: forms, questions, events. */
export function isIdentifier(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[A-Za-z][A-Za-z\d_.-]*$/.test(text);
}

/** Returns whether a text is made of nothing but words of outcomes and lists, a number of one or two digits, and punctuation. */
export function isTerm(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  let known = seenTerms.get(text);
  if (known === undefined) {
    known = isMadeOfTerms(text);
    if (seenTerms.size >= MAX_SEEN_TERMS) seenTerms.clear();
    seenTerms.set(text, known);
  }
  return known;
}

/** The same few words come in every document. */
const seenTerms = new Map<string, boolean>();
const MAX_SEEN_TERMS = 512;

function isMadeOfTerms(text: string): boolean {
  if (/^[\s\-–—/]*$/.test(text)) return true;
  let numbers = 0;
  for (const [word] of text.matchAll(/[^\s_\-/.,:;()]+/g)) {
    if (SMALL_NUMBER.test(word)) numbers += 1;
    else if (!TERMS.has(word.toLowerCase())) return false;
    if (numbers > 1) return false;
  }
  return true;
}

/** Returns whether a value is one of a few, but for letter case, what is between words, and a full stop. */
export function isOneOf(value: string, values: readonly string[]): boolean {
  if (value.length > MAX_LENGTH) return false;
  let known = plainValues.get(values);
  if (known === undefined) plainValues.set(values, (known = new Set(values.flatMap((each) => [each, plain(each)]))));
  // Nearly every value is written as it is listed.
  return known.has(value) || known.has(plain(value));
}

const plainValues = new WeakMap<readonly string[], ReadonlySet<string>>();

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, '').replaceAll(/[ _-]/g, '_');
}
