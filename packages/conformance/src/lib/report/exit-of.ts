import { ExitCode, counted } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { verdictCounts } from './report-facts.ts';

export interface ExitPolicy {
  readonly interrupted: boolean;
  readonly required?: readonly string[];
}

const MAX_NAMED = 5;

type Reason = readonly [code: ExitCode, reason: string];

/**
 * Decides how a run ends, and why. The first reason in this order gives the code; every reason is listed.
 *
 * 130 interrupted; 1 a rule failed that nothing excuses, or passed although the baseline knows it as failing; 2 the target
 * could not be judged, or not wholly; 3 no rule was tested, or a required rule was not; 0 otherwise.
 */
export function exitOf(report: Omit<ConformanceReport, 'exit'>, policy: ExitPolicy): ConformanceReport['exit'] {
  const reasons: readonly Reason[] = [
    ...(policy.interrupted ? [[ExitCode.interrupted, INTERRUPTED] as const] : []),
    ...findingReasons(report),
    ...(report.problem === undefined ? [] : [[ExitCode.error, report.problem.message] as const]),
    ...inconclusiveReasons(report, policy.required ?? []),
  ];
  const [code, first] = reasons[0] ?? [ExitCode.ok, noFindings(report)];
  const note = selfCheckNote(report);
  return {
    code,
    reasons: [first, ...reasons.slice(1).map(([, reason]) => reason), ...(note === undefined ? [] : [note])],
  };
}

const INTERRUPTED = 'The run was interrupted: what was seen until then is judged.';

/** Returns a note about rules that failed their self-check; all other verdicts count. */
export function selfCheckNote({ selfCheck: { missed } }: Pick<ConformanceReport, 'selfCheck'>): string | undefined {
  if (missed.length === 0) return undefined;
  const rules = counted(missed.length, 'rule');
  return `Self-check failed for ${rules} (${named(missed)}): a pass there is not counted. If the service is well-behaved otherwise, please report this.`;
}

function* findingReasons({ rules, failOnWarning }: Omit<ConformanceReport, 'exit'>): Generator<Reason> {
  const findings = (which: (rule: RuleReport) => boolean, say: (count: number) => string): readonly Reason[] => {
    const ids = rules.filter(which).map(({ id }) => id);
    return ids.length === 0 ? [] : [[ExitCode.findings, `${say(ids.length)}: ${named(ids)}.`]];
  };
  yield* findings(
    ({ verdict, baseline }) => verdict === 'failed' && baseline === undefined,
    (count) => `${counted(count, 'rule')} failed`,
  );
  yield* findings(
    ({ verdict, baseline }) => verdict === 'failed' && baseline === 'expired',
    (count) => `${counted(count, 'rule')} failed whose baseline entry has expired`,
  );
  yield* findings(
    ({ baseline }) => baseline === 'unexpected-pass',
    (count) => `${counted(count, 'rule')} passed that the baseline lists as failing, remove it there`,
  );
  if (!failOnWarning) return;
  yield* findings(
    ({ verdict, baseline }) => verdict === 'warned' && baseline !== 'known',
    (count) => `${counted(count, 'warning')} with --fail-on-warning`,
  );
}

function* inconclusiveReasons(
  { rules, problem }: Omit<ConformanceReport, 'exit'>,
  required: readonly string[],
): Generator<Reason> {
  const idle = rules.filter(({ verdict }) => verdict === 'not-exercised');
  if (idle.length === rules.length && problem === undefined)
    yield [ExitCode.inconclusive, 'No rule was tested: nothing was observed that a rule applies to.'];
  const lacking = idle.filter(({ id }) => required.includes(id));
  if (lacking.length === 0) return;
  yield [
    ExitCode.inconclusive,
    `${counted(lacking.length, 'required rule was', 'required rules were')} not tested: ${named(lacking.map(({ id }) => id))}.`,
  ];
}

function noFindings(report: Omit<ConformanceReport, 'exit'>): string {
  const { notExercised } = report.summary;
  return `${verdictCounts(report)}${notExercised > 0 ? `, ${notExercised} not tested` : ''}.`;
}

function named(ids: readonly string[]): string {
  const more = ids.length - MAX_NAMED;
  return more > 0 ? `${ids.slice(0, MAX_NAMED).join(', ')} and ${more} more` : ids.join(', ');
}
