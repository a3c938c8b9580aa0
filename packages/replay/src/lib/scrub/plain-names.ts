import { isTerm } from '@idvkit/schema/privacy';

/** Words that names of fields and routes are made of. What is common as someone's name, too, is left out: day, page, price. */
const FIELD_WORDS: ReadonlySet<string> = new Set(
  `
  about account accounts action actions additional address addresses administrative age agency aka akas alias aliases alternate
  alternative amount amounts and api app annotation annotations article articles asset assets associate associated associates association
  at attribute attributes author authority authorities balance biography blacklist body born by callback category cents channel
  citizenship citizenships city client code codes comment comments companies company confidence content copyright correlation counter
  countries country court crc create created creation credit criteria currency current customer data database dataset datasets
  date dates death debit deceased default definition deleted delivery describe description designation designations
  detail details directorship directorships distance district dob doc docs document documents domain domains ekyc email emails employer
  employment enabled end ended entities entity entries entry event events enum evidence exclusion exp expiry explanation extended external extra
  extract family father feature features fields file files filter filters finished first_seen flags folder form format forms found
  from full function gazette generated given group groups handle hash headline height hidden history holder hook hooks html http
  https icon id identification identifier identifiers identities ids idv image images inbound inbox incoming index infos inserted institution internal
  issue issued issuer issues issuing item items job json jurisdiction jurisdictions key keys keyword keywords kind label labels lang
  language languages last_seen latitude length letter level lines link links list_name listed listing listings lists locale
  location locations login longitude maiden matches matching max member membership memberships message messages meta metadata
  method min minimum modified module month mother name names national nationalities nationality native notes notice notices notification notifications notify
  number numbers object objects occupation occupations occurred occurrences on onboarding option options order organisations
  organizations organization origin original outcome owner owners ownership package parameter params parents party passports
  payload percent percentage period permalink persons phone phones photo photos phrase picture pictures places
  political politically position positions postal postcode posted prefix previous priority private profession
  program programme programmes programs properties property province provider providers publication published publisher query
  q quote range rank rate ratio raw read reason reasons receive received receiver record records ref reference references
  region regions register registered registration registry related relation relations relationship relationships relative relatives
  relevance remark remarks report reported reports request residence residency residences response role roles row rows rule
  rules salutation sanctioned schema scope search searched section sections sector select selected sentence sequence series service
  session share shared sort sources spelling spouse start started starts string structure style sub subdistrict subject submission
  subscription subtype suffix suggested sum summary surname table tables tags target tax telephone template temp term
  terms text texts thumbnail time times timestamp titles token topic topics tracking transaction translated translation
  translations transliteration transliterated twitter types uid unique unit units until update updates uri uris url urls usage use user
  type username users uuid value values verification vendor vessel vessels visible visited visits warrant warrants web webhook webhooks website
  websites weight wikidata wikipedia word words works xml years zip zipcode
  `
    .trim()
    .split(/\s+/),
);

/** Longer ones are not names of fields. */
const MAX_NAME_LENGTH = 64;
const SHORT_NAMES: ReadonlySet<string> = new Set(['id', 'no', 'q']);
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\d+/gu;

/** Returns whether a name consists of words that fields and routes are named with, and at most one number: `sourceNotes`, `v2`. */
export function isPlainName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH || !/^[A-Za-z][A-Za-z\d_.-]*$/.test(name)) return false;
  const words = (name.match(PARTS) ?? []).map((part) => part.toLowerCase());
  // So short, and alone, it may as well be a name: An, To.
  if (words.length === 1 && name.length < 3 && !SHORT_NAMES.has(name)) return false;
  const numbers = words.filter((word) => /^\d/.test(word)).length;
  return numbers <= 1 && words.every((word) => FIELD_WORDS.has(word) || isTerm(word) || word === 'v');
}
