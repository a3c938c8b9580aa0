import { PLATFORM_LOCALES } from '@idvkit/schema';
import { catalogue } from '@idvkit/schema/rules';

/**
 * Words that say nothing about anybody: those of the rules, of the interface and of common error messages. A text is
 * readable as far as it consists of them; whatever else is in it is masked.
 */
const PUBLIC_WORDS: ReadonlySet<string> = new Set(
  [
    ...Object.values(catalogue).flatMap(({ title, section }) => wordsOf(`${title} ${section}`)),
    ...PLATFORM_LOCALES.flatMap(wordsOf),
    // Fields of the interface.
    ...wordsOf(`
      application event answers answer extra ekyc identity document face compare liveness attempts attempt image images
      url urls id no form slug status other submitted at created updated value nid number type country name prefix gender
      full first last en date of birth issue expiry home address subdistrict district province zipcode common city postal
      code consent version checkbox score message action aml bank statement input output result content data hits ref tags
      labels limit offset filters client risk level total matches assignee searcher search term match blacklist flag flags
      pep warning warnings sanction sanctions adverse media fitness probity timestamp list values detail error step section info nounce q exp
      current schema config configs locale locales available all any found is in ocr customer
    `),
    // Values of the interface.
    ...wordsOf(`
      incomplete complete expired pass need review fail pending match not front card passport parts success submit update
      m f get put patch delete head options drop off idle operator token form camera plain reviewing approved rejected clear hit none unknown potential
    `),
    // Statuses and fixed texts.
    ...wordsOf(`
      ok created accepted no content moved permanently found see other redirect bad request unauthorized forbidden payment
      required method not allowed acceptable timeout conflict gone too large unsupported unprocessable entity locked many
      requests internal server error implemented gateway service unavailable insufficient credit balance permission
      authorization schemes help
    `),
    // Wording of error messages and of findings.
    ...wordsOf(`
      a about above after again all also already an and answer any are array as at authenticated authentication be because
      been before beginning being below between blank boolean bool both but by byte bytes can cannot character characters
      check checksum closed combination connection correct could credentials currently default deleted denied
      describes did different digit digits do does doesn each either elsewhere empty ended ensure enter equal exactly
      exceeded exist existing exists expected expected extra failed failing failure few field fields first following
      follow follows for format from gave get gives given greater had has have html http https if includes incorrect instead
      integer into invalid is isn it its itself json kb key keys kind known later least leaves length less like long longer
      lower matches matching max maximum media member mib min minimum minutes missing more most must near needed neither
      never new non nor nothing null object objects on once one only open optional or order other out over own pattern
      permitted please point present property protocol provided query quota rate reached read reason receiver
      receivers record received redirected refused regex repeated repeat reset resource resources response retries retry
      retried round same seconds second see seen sent separate shape should shorter shown since size some something
      sort start stays still stop stopped string strings such supplied supported t take taken temporarily text than that the
      their them then there these they this those though three time timed times to root top try two unexpected unique unix until
      upper used user using uuid valid validation violated was wait waiting way well were what when where which while who
      whole with within without workspace would wrong yet you your zero
      application json problem xml plain octet stream png jpeg webp text charset utf
      yyyy mm dd hh ss z
    `),
  ].map((word) => word.toLowerCase()),
);

/** Tells whether a word says nothing about anybody. */
export function isPublicWord(word: string): boolean {
  return PUBLIC_WORDS.has(word.toLowerCase());
}

/** Tells whether a text consists of nothing but public words. */
export function isPublicWording(text: string): boolean {
  return wordsOf(text).every(isPublicWord);
}

/** The words of a text: runs of letters of any script. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
