import { ExitCode } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

/** What decides how a run ends, beside the report itself. */
export interface ExitPolicy {
  readonly interrupted: boolean;
  /** Ids of rules that must have been exercised. */
  readonly required?: readonly string[];
  readonly failOnWarning?: boolean;
}

/** A reason to end with a code, as a sentence. */
type Reason = readonly [code: ExitCode, reason: string];

/**
 * Decides how a run ends, and says why: what comes first in this order gives the code, and every reason is listed.
 *
 * 130 interrupted; 2 the target could not be judged; 3 a canary was missed, so that no verdict counts; 1 a rule is broken
 * that nothing excuses, or kept though the baseline knows it as broken; 3 nothing was judged, or a required rule was not
 * exercised; 0 otherwise.
 */
export function exitOf(report: Omit<ConformanceReport, 'exit'>, policy: ExitPolicy): ConformanceReport['exit'] {
  const reasons: readonly Reason[] = [
    ...interruptedReasons(report, policy),
    ...canaryReasons(report),
    ...findingReasons(report, policy.failOnWarning ?? false),
    ...inconclusiveReasons(report, policy.required ?? []),
  ];
  const [first] = reasons;
  if (first === undefined) return { code: ExitCode.ok, reasons: [kept(report)] };
  return { code: first[0], reasons: reasons.map(([, reason]) => reason) };
}

function* interruptedReasons({ problem }: Omit<ConformanceReport, 'exit'>, policy: ExitPolicy): Generator<Reason> {
  if (policy.interrupted) yield [ExitCode.interrupted, 'The run was interrupted: what was seen until then is judged.'];
  if (problem !== undefined) yield [ExitCode.unusable, problem.message];
}

function* canaryReasons({ canaries }: Omit<ConformanceReport, 'exit'>): Generator<Reason> {
  const { missed } = canaries;
  if (missed.length === 0) return;
  yield [
    ExitCode.inconclusive,
    `${plural(missed.length, 'canary', 'canaries')} missed (${missed.join(', ')}): the judges do not see what is broken.`,
  ];
}

function* findingReasons(
  { rules, target }: Omit<ConformanceReport, 'exit'>,
  failOnWarning: boolean,
): Generator<Reason> {
  const findings = (which: (rule: RuleReport) => boolean, say: (count: number) => string): readonly Reason[] => {
    const count = rules.filter(which).length;
    return count === 0 ? [] : [[ExitCode.findings, say(count)]];
  };
  yield* findings(
    ({ verdict, baseline }) => verdict === 'failed' && baseline === undefined,
    (count) => `${plural(count, 'rule is', 'rules are')} broken that the ${boundBy(target)} must keep.`,
  );
  yield* findings(
    ({ verdict, baseline }) => verdict === 'failed' && baseline === 'expired',
    (count) => `${plural(count, 'rule is', 'rules are')} still broken, and the baseline excuses that no longer.`,
  );
  yield* findings(
    ({ baseline }) => baseline === 'unexpected-pass',
    (count) => `${plural(count, 'rule passes', 'rules pass')} that the baseline knows as broken: take it out there.`,
  );
  if (!failOnWarning) return;
  yield* findings(
    ({ verdict, baseline }) => verdict === 'warned' && baseline !== 'known',
    (count) => `${plural(count, 'warning fails', 'warnings fail')} the run, as --fail-on-warning asks.`,
  );
}

function* inconclusiveReasons(
  { rules, fuzz }: Omit<ConformanceReport, 'exit'>,
  required: readonly string[],
): Generator<Reason> {
  const idle = rules.filter(({ verdict }) => verdict === 'not-exercised');
  // Random sequences that broke nothing were judged, and then forgotten.
  const isExplored = fuzz !== undefined && fuzz.steps > 0;
  if (idle.length === rules.length && !isExplored)
    yield [ExitCode.inconclusive, 'No rule could be judged: nothing was observed.'];
  const lacking = idle.filter(({ id }) => required.includes(id));
  if (lacking.length === 0) return;
  yield [
    ExitCode.inconclusive,
    `${plural(lacking.length, 'required rule was', 'required rules were')} not exercised: ${lacking.map(({ id }) => id).join(', ')}.`,
  ];
}

function kept({ summary, target }: Omit<ConformanceReport, 'exit'>): string {
  if (summary.known > 0) return 'Every rule that could be judged is kept, or known to be broken.';
  if (summary.warned > 0) return `Every rule that the ${boundBy(target)} must keep and that could be judged is kept.`;
  return summary.notExercised > 0 ? 'Every rule that could be judged is kept.' : 'Every rule is kept.';
}

/** Who keeps the rules of a report. */
function boundBy({ kind }: ConformanceReport['target']): string {
  return kind === 'receiver' ? 'receiver' : 'service';
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
