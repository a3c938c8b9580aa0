import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

/** Rules that were not tested because the same things are missing. */
export interface Supply {
  readonly wanted: readonly string[];
  readonly rules: readonly RuleReport[];
}

/** The setting that lets most rules be tested. */
export interface Unlock {
  readonly rules: number;
  /** What to give: `one submitted application`. */
  readonly give: string;
  /** Lines of a configuration in YAML. */
  readonly paste: string;
}

interface Setting extends Omit<Unlock, 'rules'> {
  /** Words for the same missing thing in needs of rules and in skipped scenarios. */
  readonly words: RegExp;
}

const SETTINGS: readonly Setting[] = [
  {
    words: /\bsubmits\b|\bsubmission|\bsubmitted\b|\bsubmit_form\b/i,
    give: 'one submitted application',
    paste: 'fixtures:\n  submittedSlug: SLUG',
  },
  {
    words: /\breceivers?\b|\bdeliver/i,
    give: 'a receiver that the service reaches',
    paste: 'receiver:\n  listen: 0.0.0.0:8788\n  url: https://YOUR-HOST/hook',
  },
  {
    words: /without (?:a )?(?:document scan|camera)/i,
    give: 'a form without camera steps',
    paste: 'fixtures:\n  plainFormSlug: FORM',
  },
  {
    words: /\bdeletes?\b|\bdeleted\b/i,
    give: 'one deleted application',
    paste: 'fixtures:\n  deletedSlug: SLUG',
  },
  {
    words: /\bexpires?\b|\bexpired\b/i,
    give: 'one expired application',
    paste: 'fixtures:\n  expiredSlug: SLUG',
  },
  {
    words: /changes a status|\bupdate_status\b/i,
    give: 'a command that changes a status',
    paste: 'operator:\n  changeStatus: ./ops/change-status.sh {slug}',
  },
  {
    words: /too little credit|without credit/i,
    give: 'a workspace without credit',
    paste: 'fixtures:\n  noCreditToken: ${NO_CREDIT_TOKEN}\n  noCreditFormSlug: FORM',
  },
  {
    words: /reads the credit/i,
    give: 'a command that reads the credit',
    paste: 'operator:\n  readCredit: ./ops/read-credit.sh',
  },
  {
    words: /\brevoked\b/i,
    give: 'a revoked token',
    paste: 'fixtures:\n  revokedToken: ${REVOKED_TOKEN}',
  },
  { words: /\bpatience|15 minutes after/i, give: 'time to wait', paste: 'patienceSeconds: 1000' },
];

/** Checks if something is missing that a person can supply. */
export function isMissing(reason: string, skipped: readonly { readonly reason: string }[]): boolean {
  return SETTINGS.some(({ words }) => words.test(reason) && skipped.some((each) => words.test(each.reason)));
}

/** Groups the rules that were not tested by what is missing, largest group first, without those that a failed rule blocks. */
export function suppliesOf({ rules, skipped }: Pick<ConformanceReport, 'rules' | 'skipped'>): readonly Supply[] {
  // Prefers the sentence that asks for the fewest things.
  const sentences = skipped.map(({ reason }) => reason).toSorted((one, other) => asked(one) - asked(other));
  const missing = SETTINGS.map(({ words }) => sentences.find((sentence) => words.test(sentence)));
  const idle = rules.filter(({ verdict, blockedBy }) => verdict === 'not-exercised' && blockedBy === undefined);
  const groups = Map.groupBy(idle, ({ reason = '' }) => {
    const wanted = missing.filter(
      (sentence, index) => sentence !== undefined && SETTINGS[index]?.words.test(reason) === true,
    );
    return [...new Set(wanted.length > 0 ? wanted : [reason])].join('\n');
  });
  return [...groups]
    .map(([wanted, rules]) => ({ wanted: wanted.split('\n'), rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
}

/** Returns the setting of a live run that lets most rules be tested by itself. */
export function unlockOf(report: ConformanceReport): Unlock | undefined {
  if (report.target.kind !== 'live') return undefined;
  for (const { wanted, rules } of suppliesOf(report)) {
    const [sentence = ''] = wanted;
    const setting = wanted.length === 1 && SETTINGS.find(({ words }) => words.test(sentence));
    if (setting) return { rules: rules.length, give: setting.give, paste: setting.paste };
  }
  return undefined;
}

/** Rules that were not tested because the same rules failed. */
export interface Blocked {
  readonly by: readonly RuleId[];
  readonly rules: readonly RuleReport[];
}

/** Groups the rules that failed rules block, largest group first. */
export function blockedOf({ rules }: Pick<ConformanceReport, 'rules'>): readonly Blocked[] {
  const blocked = rules.filter(({ blockedBy = [] }) => blockedBy.length > 0);
  return [...Map.groupBy(blocked, ({ blockedBy = [] }) => blockedBy.join(' ')).values()]
    .map((own) => ({ by: own[0]?.blockedBy ?? [], rules: own }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
}

/** Counts the things that a sentence asks for. */
function asked(sentence: string): number {
  return SETTINGS.filter(({ words }) => words.test(sentence)).length;
}
