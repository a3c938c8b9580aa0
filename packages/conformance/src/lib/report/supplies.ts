import { counted } from '@idvkit/cli-kit';
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
  /** Supply: `one submitted application`. */
  readonly give: string;
  /** Setting of the configuration: `fixtures.submittedSlug`. */
  readonly setting: string;
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
    setting: 'fixtures.submittedSlug',
    paste: 'fixtures:\n  submittedSlug: SLUG',
  },
  {
    words: /\breceivers?\b|\bdeliver/i,
    give: 'a receiver that the service reaches',
    setting: 'receiver.url',
    paste: 'receiver:\n  listen: 0.0.0.0:8788\n  url: https://YOUR-HOST/hook',
  },
  {
    words: /without (?:a )?(?:document scan|camera)/i,
    give: 'a form without camera steps',
    setting: 'fixtures.plainFormSlug',
    paste: 'fixtures:\n  plainFormSlug: FORM',
  },
  {
    words: /\bdeletes?\b|\bdeleted\b/i,
    give: 'one deleted application',
    setting: 'fixtures.deletedSlug',
    paste: 'fixtures:\n  deletedSlug: SLUG',
  },
  {
    words: /\bexpires?\b|\bexpired\b/i,
    give: 'one expired application',
    setting: 'fixtures.expiredSlug',
    paste: 'fixtures:\n  expiredSlug: SLUG',
  },
  {
    words: /changes a status|\bupdate_status\b/i,
    give: 'a command that changes a status',
    setting: 'operator.changeStatus',
    paste: 'operator:\n  changeStatus: ./ops/change-status.sh {slug}',
  },
  {
    words: /too little credit|without credit/i,
    give: 'a workspace without credit',
    setting: 'fixtures.noCreditToken',
    paste: 'fixtures:\n  noCreditToken: ${NO_CREDIT_TOKEN}\n  noCreditFormSlug: FORM',
  },
  {
    words: /reads the credit/i,
    give: 'a command that reads the credit',
    setting: 'operator.readCredit',
    paste: 'operator:\n  readCredit: ./ops/read-credit.sh',
  },
  {
    words: /\brevoked\b/i,
    give: 'a revoked token',
    setting: 'fixtures.revokedToken',
    paste: 'fixtures:\n  revokedToken: ${REVOKED_TOKEN}',
  },
  {
    words: /\bpatience|15 minutes after/i,
    give: 'time to wait',
    setting: 'patienceSeconds',
    paste: 'patienceSeconds: 1000',
  },
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
    if (setting) return { ...setting, rules: rules.length };
  }
  return undefined;
}

/** Says in one sentence or two how many rules were not tested, and what would test most of them. */
export function untestedText(report: ConformanceReport): string | undefined {
  const count = report.summary.notExercised;
  if (count === 0) return undefined;
  const start = `Not tested: ${counted(count, 'rule')}.`;
  const unlock = unlockOf(report);
  if (unlock !== undefined) {
    const { rules, give, setting } = unlock;
    return `${start} To test ${rules === count ? 'them' : `${rules} of them`}, give ${give}: ${setting} in the configuration.`;
  }
  const [first] = suppliesOf(report);
  if (first === undefined) return `${start} Failed rules block them.`;
  const { rules, wanted } = first;
  return `${start} ${rules.length === count ? '' : `For ${rules.length} of them: `}${wanted.join(' ')}`;
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
