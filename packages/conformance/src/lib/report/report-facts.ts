import { ExitCode, counted, countText } from '@idvkit/cli-kit';
import type { ConformanceReport, ReportedFinding, RuleReport, Verdict } from '@idvkit/schema/formats';

import { CALL_FACTOR_NAMES, DELIVERY_FACTOR_NAMES } from '../drive/plan/factor-names.ts';
import { shownValue } from './finding-text.ts';
import { durationText } from './texts.ts';

/** Sign (readable without colours) and name of each verdict. */
export const VERDICTS: Readonly<Record<Verdict, { readonly sign: string; readonly label: string }>> = {
  passed: { sign: '✓', label: 'passed' },
  failed: { sign: '✗', label: 'failed' },
  warned: { sign: '!', label: 'warned' },
  'not-exercised': { sign: '○', label: 'not tested' },
};

export const UNEXPECTED_PASS = 'Passes, although the baseline lists it as failing. Remove it from the baseline.';

const TARGETS: Readonly<Record<ConformanceReport['target']['kind'], string>> = {
  'embedded-mock': 'the embedded mock',
  mock: 'an idvkit mock',
  live: 'a live service',
  receiver: "a client's receiver",
  recorded: 'recorded traffic',
  proxied: 'traffic through a proxy',
};

export type Fact = readonly [name: string, value: string];

export function targetFacts({ target, specVersion, seed }: ConformanceReport): readonly Fact[] {
  const isDriven = target.kind !== 'recorded' && target.kind !== 'proxied';
  return defined([
    ['Target', TARGETS[target.kind]],
    ['Form', target.formSlug || undefined],
    ['Specification', specVersion],
    // Only driven runs have a seed.
    ['Seed', isDriven ? String(seed) : undefined],
  ]);
}

/** Returns the facts about a run that people look at. */
export function keyFacts(report: ConformanceReport): readonly Fact[] {
  const { rules, summary, selfCheck, created, durationMs, waitedMs = 0 } = report;
  const waited = waitedMs < 1000 ? '' : `, ${durationText(waitedMs)} of it waiting (patienceSeconds)`;
  const { judged, missed } = selfCheck;
  return defined([
    ['Duration', `${durationText(durationMs)}${waited}`],
    ['Observations', countText(summary.observations)],
    ['Checks', countText(rules.reduce((sum, { observations }) => sum + observations, 0))],
    ['Self-check', judged === 0 ? undefined : `${countText(judged - missed.length)} of ${countText(judged)} passed`],
    ['Applications created', created.length === 0 ? undefined : countText(created.length)],
    ['Random sequences', fuzzText(report)],
    ['Failed calls', flakyText(report)],
  ]);
}

/** Returns all facts about a run. */
export function runFacts(report: ConformanceReport): readonly Fact[] {
  return defined([
    ['Started', `${report.startedAt.slice(0, 16).replace('T', ' ')} UTC`],
    ...keyFacts(report),
    ...coverageFacts('Calls', report.plan, CALL_FACTOR_NAMES),
    ...coverageFacts('Deliveries', report.plan?.deliveries, DELIVERY_FACTOR_NAMES),
  ]);
}

function defined(facts: readonly (readonly [name: string, value: string | undefined])[]): readonly Fact[] {
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** Lists further reasons for the exit code, and what to do. The verdict has the first reason. */
export function notesOf({ exit, problem, complete, stopped }: ConformanceReport): readonly string[] {
  const ending = problem?.fix ?? (complete || stopped === undefined ? undefined : `Ended early: ${stopped}`);
  return [...exit.reasons.slice(1), ...(ending === undefined ? [] : [ending])];
}

/** Returns why a run is incomplete, if so. */
export function runErrorOf({
  problem,
  complete,
  stopped = 'The run ended early.',
}: ConformanceReport): { readonly code: string; readonly message: string } | undefined {
  if (problem !== undefined) return { code: problem.code, message: `${problem.message} ${problem.fix}` };
  return complete ? undefined : { code: 'incomplete', message: stopped };
}

/** Groups the findings of a rule by message: the most frequent first, each begins with the one that is shortest to repeat. */
export function findingKinds({ findings }: RuleReport): readonly (readonly [ReportedFinding, ...ReportedFinding[]])[] {
  const kinds = [...Map.groupBy(findings, ({ message }) => message).values()].toSorted((a, b) => b.length - a.length);
  return kinds.flatMap((kind) => {
    const [first, ...same] = kind.toSorted((a, b) => effortOf(a) - effortOf(b));
    return first === undefined ? [] : [[first, ...same] as const];
  });
}

/** Returns the findings of a rule in the order of every writer. The first one is the headline of the rule. */
export function orderedFindings(rule: RuleReport): readonly ReportedFinding[] {
  return findingKinds(rule).flat();
}

/** Characters of the command that repeats the call of a finding. */
function effortOf({ curl }: ReportedFinding): number {
  return curl?.length ?? Infinity;
}

function fuzzText({ fuzz }: ConformanceReport): string | undefined {
  if (fuzz === undefined) return undefined;
  const { runs, steps, findings } = fuzz;
  return `${countText(runs)} with ${counted(steps, 'step')}, ${counted(findings.length, 'rule')} failed`;
}

type Coverages = Pick<NonNullable<ConformanceReport['plan']>, 'pairs' | 'triples'>;

/** Says under which conditions calls or deliveries were seen, and what the others need. */
function coverageFacts(
  of: string,
  coverages: Coverages | undefined,
  names: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string | undefined])[] {
  const conditions = Object.values(names).join(', ');
  return (['pairs', 'triples'] as const).map((tuples) => [
    `${of}: ${tuples} of conditions`,
    coverageText(coverages?.[tuples], `${tuples} of ${conditions}`),
  ]);
}

function coverageText(coverage: Coverages['pairs'] | undefined, tuples: string): string | undefined {
  if (coverage === undefined) return undefined;
  const { covered, feasible, leftOut } = coverage;
  const needs = leftOut.map((each) => `${countText(each.tuples)}: ${each.reason.replace(/\.$/, '')}`);
  return [`${countText(covered)} of ${countText(feasible)} ${tuples}`, ...needs].join('; ');
}

function flakyText({ flaky }: ConformanceReport): string | undefined {
  if (flaky === undefined) return undefined;
  const { calls, repeated, unanswered } = flaky;
  const parts = [
    ...(repeated > 0 ? [`${repeated} repeated`] : []),
    ...(unanswered > 0 ? [`${unanswered} without a whole response`] : []),
  ];
  return `${parts.join(', ')} of ${countText(calls)}`;
}

export type Counts = Pick<ConformanceReport['summary'], 'passed' | 'failed' | 'warned' | 'notExercised'>;

export function countVerdicts(rules: readonly RuleReport[]): Counts {
  const count = (wanted: Verdict): number => rules.filter(({ verdict }) => verdict === wanted).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warned: count('warned'),
    notExercised: count('not-exercised'),
  };
}

export function countsOf(counts: Counts): readonly (readonly [Verdict, number])[] {
  return [
    ['passed', counts.passed],
    ['failed', counts.failed],
    ['warned', counts.warned],
    ['not-exercised', counts.notExercised],
  ];
}

export function isInconclusive(code: number): boolean {
  return code === ExitCode.inconclusive || code === ExitCode.interrupted;
}

/** Returns the rules with a verdict that the baseline does not excuse. */
export function brokenRules(
  { rules }: Pick<ConformanceReport, 'rules'>,
  verdict: 'failed' | 'warned',
): readonly RuleReport[] {
  return rules.filter((rule) => rule.verdict === verdict && rule.baseline !== 'known');
}

/** Counts the rules of a run by verdict, as every writer does: `196 rules: 194 passed, 1 failed`. */
export function verdictCounts(report: Pick<ConformanceReport, 'rules' | 'summary'>): string {
  const { passed, failed, warned, known, notExercised } = report.summary;
  const warnings = brokenRules(report, 'warned').length;
  const parts = [
    `${countText(passed)} passed`,
    `${countText(brokenRules(report, 'failed').length)} failed`,
    ...(known > 0 ? [`${countText(known)} known to fail`] : []),
    ...(warnings > 0 ? [`${countText(warnings)} warned`] : []),
  ];
  return `${counted(passed + failed + warned + notExercised, 'rule')}: ${parts.join(', ')}`;
}

/** Counts the findings of a rule, listed or not. */
export function timesOf({ findings, moreFindings = 0 }: RuleReport): number {
  return findings.length + moreFindings;
}

/** Numbers of kinds of findings that a writer shows, and of further observations of each. */
export interface ShownFindings {
  readonly kinds: number;
  readonly ids: number;
}

/** Says how often a rule failed, if not all findings are shown: `42 times, 13 shown`. */
export function timesText(rule: RuleReport, { kinds, ids }: ShownFindings): string | undefined {
  const times = timesOf(rule);
  const shown = findingKinds(rule)
    .slice(0, kinds)
    .reduce((sum, [, ...same]) => sum + 1 + Math.min(ids, same.length), 0);
  return times > shown ? `${countText(times)} times, ${shown} shown` : undefined;
}

/** Says in a few words how a rule failed: `POST create → 401, expected 403`. */
export function failureText(rule: RuleReport, { observed }: ConformanceReport): string {
  const [first] = orderedFindings(rule);
  if (first === undefined) return rule.title;
  const { observation, message, expected, actual, path } = first;
  const call = observed.find(({ id }) => id === observation);
  if (call?.kind !== 'exchange' || path !== undefined || actual !== call.status || expected === undefined)
    return message;
  const [method = ''] = call.summary.split(' ', 1);
  return `${method} ${call.endpoint} → ${shownValue(actual)}, expected ${shownValue(expected)}`;
}

/** Returns the diagnosis without faults that only repeat the name of the rule that failed. */
export function tellingDiagnosis({
  diagnosis = [],
}: Pick<ConformanceReport, 'diagnosis'>): NonNullable<ConformanceReport['diagnosis']> {
  return diagnosis.filter(
    ({ fault, explains, alternatives }) => alternatives.length > 0 || explains.some((id) => id !== fault),
  );
}

/** Lists marks of a rule: its level, what a baseline says. */
export function marksOf({ level, baseline }: RuleReport): readonly string[] {
  return [level, ...(baseline === undefined ? [] : [BASELINES[baseline]])];
}

const BASELINES: Readonly<Record<NonNullable<RuleReport['baseline']>, string>> = {
  known: 'known to fail',
  expired: 'no longer excused by the baseline',
  'unexpected-pass': UNEXPECTED_PASS,
  'not-exercised': 'in the baseline',
};
