import { counted } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';
import { ruleEntry, type RuleId, SUPPLIES, type Supply } from '@idvkit/schema/rules';

/** Rules that were not tested because the same things are missing. */
export interface Missing {
  readonly wanted: readonly string[];
  readonly rules: readonly RuleReport[];
}

/** Supplies that a skipped scenario lacks. */
export interface Lacking {
  readonly lacks?: readonly Supply[] | undefined;
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

const SETTINGS: Readonly<Record<Supply, Omit<Unlock, 'rules'>>> = {
  'submitted-application': {
    give: 'one submitted application',
    setting: 'fixtures.submittedSlug',
    paste: 'fixtures:\n  submittedSlug: SLUG',
  },
  receiver: {
    give: 'a receiver that the service reaches',
    setting: 'receiver.url',
    paste: 'receiver:\n  listen: 0.0.0.0:8788\n  url: https://YOUR-HOST/hook',
  },
  'plain-form': {
    give: 'a form without camera steps',
    setting: 'fixtures.plainFormSlug',
    paste: 'fixtures:\n  plainFormSlug: FORM',
  },
  'deleted-application': {
    give: 'one deleted application',
    setting: 'fixtures.deletedSlug',
    paste: 'fixtures:\n  deletedSlug: SLUG',
  },
  'expired-application': {
    give: 'one expired application',
    setting: 'fixtures.expiredSlug',
    paste: 'fixtures:\n  expiredSlug: SLUG',
  },
  'status-change': {
    give: 'a command that changes a status',
    setting: 'operator.changeStatus',
    paste: 'operator:\n  changeStatus: ./ops/change-status.sh {slug}',
  },
  'no-credit': {
    give: 'a workspace without credit',
    setting: 'fixtures.noCreditToken',
    paste: 'fixtures:\n  noCreditToken: ${NO_CREDIT_TOKEN}\n  noCreditFormSlug: FORM',
  },
  'credit-reading': {
    give: 'a command that reads the credit',
    setting: 'operator.readCredit',
    paste: 'operator:\n  readCredit: ./ops/read-credit.sh',
  },
  'revoked-token': {
    give: 'a revoked token',
    setting: 'fixtures.revokedToken',
    paste: 'fixtures:\n  revokedToken: ${REVOKED_TOKEN}',
  },
  patience: {
    give: 'time to wait',
    setting: 'patienceSeconds',
    paste: 'patienceSeconds: 1000',
  },
};

/** Checks if something is missing that the rule needs and a person can supply. */
export function isMissing(rule: RuleId, skipped: readonly Lacking[]): boolean {
  return ruleEntry(rule).supplies.some((supply) => skipped.some(({ lacks = [] }) => lacks.includes(supply)));
}

/** Groups the rules that were not tested by what is missing, largest group first, without those that a failed rule blocks. */
export function suppliesOf({ rules, skipped }: Pick<ConformanceReport, 'rules' | 'skipped'>): readonly Missing[] {
  const idle = rules.filter(({ verdict, blockedBy }) => verdict === 'not-exercised' && blockedBy === undefined);
  const groups = Map.groupBy(idle, ({ id, reason = '' }) => {
    const wanted = ruleEntry(id).supplies.flatMap((supply) => sentenceOf(supply, skipped) ?? []);
    return [...new Set(wanted.length > 0 ? wanted : [reason])].join('\n');
  });
  return [...groups]
    .map(([wanted, rules]) => ({ wanted: wanted.split('\n'), rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
}

/** Returns the sentence that asks for a supply, and for the fewest others. */
function sentenceOf(supply: Supply, skipped: ConformanceReport['skipped']): string | undefined {
  const asking = skipped.filter(({ lacks = [] }) => lacks.includes(supply));
  return asking.toSorted((one, other) => (one.lacks?.length ?? 0) - (other.lacks?.length ?? 0))[0]?.reason;
}

/** Returns the setting of a live run that lets most rules be tested by itself. */
export function unlockOf(report: ConformanceReport): Unlock | undefined {
  if (report.target.kind !== 'live') return undefined;
  for (const { wanted, rules } of suppliesOf(report)) {
    const [sentence = ''] = wanted;
    const lacking = report.skipped.find(({ reason }) => reason === sentence)?.lacks;
    const supply = wanted.length === 1 && SUPPLIES.find((each) => lacking?.includes(each));
    if (supply) return { ...SETTINGS[supply], rules: rules.length };
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
