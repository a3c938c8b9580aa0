import type { Baseline, BaselineEntry, ConformanceReport, RuleReport } from '@idvkit/schema/formats';
import { COVERAGE_LEVELS, type RuleId } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { Coverages, PlanCoverage } from '../drive/calls/plan-coverage.ts';
import type { Observation } from '../observe/observation.ts';
import { againLine } from './again-line.ts';
import { behaviourOf } from './behaviour/behaviour-of.ts';
import { createSlugSources, curlLine, type CurlOptions } from './curl-line.ts';
import { withBlockers } from './diagnosis/blocked-by.ts';
import { createEvidence } from './evidence.ts';
import { exitOf } from './exit-of.ts';
import type { Masker } from './mask/masker.ts';
import { maskedObservation } from './masked-observation.ts';
import { countVerdicts } from './report-facts.ts';
import { ruleReport } from './rule-report.ts';

export interface ReportOptions {
  readonly masker: Masker;
  readonly tool: { readonly name: string; readonly version: string };
  readonly baseline?: Baseline | undefined;
  readonly required?: readonly string[];
  /** Set if a warning fails the run. Default false. */
  readonly failOnWarning?: boolean;
  /** Day of the run for the baseline, `2026-01-05`. */
  readonly today: string;
}

/** Creates the report of a run, without messages. Everything personal in it is masked. */
export function buildReport(run: ConformanceRun, options: ReportOptions): ConformanceReport {
  const { masker, tool, baseline, today, failOnWarning = false } = options;
  const byId = new Map(run.observations.map((observation) => [observation.id, observation]));
  const curl = { masker, slugSources: createSlugSources(run) };
  const isCallable = run.target.baseUrl !== '';
  // Reasons of recorded traffic are our own sentences: a recording must not hide a word of them.
  const reasonOf = (reason: string): string => (run.target.kind === 'recorded' ? reason : masker.text(reason));
  const againOf = (rule: RuleId): string | undefined => againLine(rule, run, masker);
  const judged = withBlockers(
    run.outcomes.map((outcome) => ruleReport(outcome, { observations: byId, isCallable, reasonOf, againOf, ...curl })),
    run.skipped,
  );
  const rules = baseline === undefined ? judged : applyBaseline(judged, baseline, today);
  const baseUrl = masker.url(run.target.baseUrl);
  const evidenceOf = createEvidence(run.observations);
  const report: Omit<ConformanceReport, 'exit'> = {
    format: 'idvkit.conformance-report',
    version: 1,
    tool: { ...tool },
    specVersion: '1.3.0',
    target: { baseUrl, formSlug: run.target.formSlug, kind: run.target.kind },
    startedAt: run.startedAt,
    durationMs: Math.max(0, run.durationMs),
    waitedMs: run.waitedMs || undefined,
    seed: run.seed,
    complete: run.complete,
    stopped: run.stopped && masker.text(run.stopped),
    problem: run.problem && {
      code: run.problem.code,
      message: masker.text(run.problem.message),
      fix: masker.text(run.problem.fix),
    },
    failOnWarning,
    context: contextOf(run),
    summary: {
      ...countVerdicts(rules),
      known: rules.filter((rule) => rule.baseline === 'known').length,
      observations: run.observations.length,
    },
    flaky: flakyOf(run),
    selfCheck: { judged: run.selfCheck.judged, missed: [...run.selfCheck.missed] },
    rules: [...rules],
    levels: levelsOf(run),
    plan: run.plan && { ...coveragesOf(run.plan), deliveries: run.plan.deliveries && coveragesOf(run.plan.deliveries) },
    discoveries: run.discoveries.map(({ about, seen, observation, against, advice, cells }) => ({
      about: masker.quotingText(about),
      seen: masker.quotingText(seen),
      observation,
      against,
      advice,
      // Endpoints, statuses and our own words: nothing to mask.
      cells: cells?.map((cell) => ({ ...cell })),
    })),
    behaviour: run.target.kind === 'receiver' ? undefined : behaviourOf(run.observations, masker),
    fuzz: fuzzOf(run, byId, curl),
    skipped: run.skipped.map(({ reason, lacks, ...each }) => ({
      ...each,
      reason: masker.text(reason),
      ...(lacks && { lacks: [...lacks] }),
    })),
    observed: run.observations.map((observation) => maskedObservation(observation, { masker, baseUrl, evidenceOf })),
    created: run.created.map((slug) => masker.slug(slug)),
  };
  return { ...report, exit: exitOf(report, { ...options, interrupted: run.interrupted }) };
}

/** Counts the rules of each level, and those that were tested. */
function levelsOf({ outcomes }: ConformanceRun): ConformanceReport['levels'] {
  const judged = outcomes.filter(({ rule }) => rule.binds === 'service');
  const levels = Map.groupBy(judged, ({ rule }) => rule.reach);
  const found = COVERAGE_LEVELS.flatMap((level) => {
    const own = levels.get(level) ?? [];
    const tested = own.filter(({ verdict }) => verdict !== 'not-exercised').length;
    return own.length === 0 ? [] : [{ level, rules: own.length, tested }];
  });
  return found.length === 0 ? undefined : found;
}

function fuzzOf(
  { fuzz }: ConformanceRun,
  byId: ReadonlyMap<string, Observation>,
  options: CurlOptions,
): ConformanceReport['fuzz'] {
  if (fuzz === undefined) return undefined;
  const findings = fuzz.findings.map(({ steps, observations, ...finding }) => ({
    ...finding,
    steps: [...steps],
    observations: [...observations],
    curl: observations.flatMap((id) => {
      const observation = byId.get(id);
      return observation?.kind === 'exchange' ? [curlLine(observation, options)] : [];
    }),
  }));
  return { ...fuzz, findings };
}

/** Counts failed calls; recorded traffic does not show who repeated a call. */
function flakyOf({ observations, target }: ConformanceRun): ConformanceReport['flaky'] {
  if (target.kind !== 'live' && target.kind !== 'mock') return undefined;
  const calls = observations.filter((observation) => observation.kind === 'exchange');
  const repeated = calls.filter((call) => call.repeated === true).length;
  const unanswered = calls.filter((call) => call.failure !== undefined && call.repeated !== true).length;
  return repeated + unanswered === 0 ? undefined : { calls: calls.length, repeated, unanswered };
}

function coveragesOf({ pairs, triples }: Coverages) {
  return { pairs: planOf(pairs), triples: triples && planOf(triples) };
}

function planOf({ leftOut, ...counts }: PlanCoverage): NonNullable<ConformanceReport['plan']>['pairs'] {
  // Our own words: nothing to mask.
  return { ...counts, leftOut: leftOut.map((each) => ({ ...each })) };
}

function contextOf({ context }: Pick<ConformanceRun, 'context'>): ConformanceReport['context'] {
  const { clockSkewSeconds = 60, requireHttps = false, deliveryWithinMs } = context ?? {};
  return { clockSkewSeconds, requireHttps, deliveryWithinMs };
}

/** Marks the rules that a baseline names. An entry holds until the end of the day on which it expires. */
function applyBaseline(rules: readonly RuleReport[], baseline: Baseline, today: string): readonly RuleReport[] {
  const entries = new Map(baseline.rules.map((entry) => [entry.rule, entry]));
  return rules.map((rule) => {
    const entry = entries.get(rule.id);
    return entry === undefined ? rule : { ...rule, ...mark(rule, entry, today) };
  });
}

function mark(rule: RuleReport, { reason, expires }: BaselineEntry, today: string): Partial<RuleReport> {
  switch (rule.verdict) {
    case 'passed':
      return { baseline: 'unexpected-pass' };
    case 'not-exercised':
      return { baseline: 'not-exercised' };
    case 'failed':
    case 'warned':
      return expires < today
        ? { baseline: 'expired', reason: `Excused until ${expires}: ${reason}` }
        : { baseline: 'known', reason: `Known until ${expires}: ${reason}` };
  }
}
