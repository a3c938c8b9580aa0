/** Words that values of a closed list are made of: outcomes, lists, kinds of match. They say nothing about who somebody is. */
const ENUM_WORDS: ReadonlySet<string> = new Set(
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
  `
    .trim()
    .split(/\s+/),
);

/** Honorifics, of any person of that kind. */
const TITLES: ReadonlySet<string> = new Set(
  `
  mr mrs ms miss mx dr prof sir madam นาย นาง นางสาว น.ส. ด.ช. ด.ญ. เด็กชาย เด็กหญิง ดร. คุณ ທ້າວ ນາງ លោក លោកស្រី កញ្ញា ဦး ဒေါ် မ ကို
  sr sra srta herr frau m mme mlle 先生 女士 小姐 様 氏 ông bà anh chị tuan puan encik cik bapak ibu श्री श्रीमती السيد السيدة
  `
    .trim()
    .split(/\s+/),
);

/** Of one or two digits. More of them beside one another are a date, or somebody's telephone number. */
const SMALL_NUMBER = /^\d{1,2}$/;

/** Returns whether a text is made of nothing but words of closed lists, a number of one or two digits, and punctuation. */
export function isEnumLike(text: string): boolean {
  if (text.length > 64) return false;
  if (/^[\s\-–—/]*$/.test(text)) return true;
  let numbers = 0;
  for (const [word] of text.matchAll(/[^\s_\-/.,:;()]+/g)) {
    if (SMALL_NUMBER.test(word)) numbers += 1;
    else if (!ENUM_WORDS.has(word.toLowerCase())) return false;
    if (numbers > 1) return false;
  }
  return true;
}

/** Whether there is at most one number among words. */
export function hasFewNumbers(words: readonly string[]): boolean {
  return words.filter((word) => SMALL_NUMBER.test(word)).length <= 1;
}

/** Tells whether a text is an honorific: with or without a full stop, in any case. */
export function isTitle(text: string): boolean {
  const word = text.trim().toLowerCase();
  return TITLES.has(word) || TITLES.has(word.replace(/\.$/, ''));
}
