import type { Verdict } from '@idvkit/schema/formats';

import type { ObservationId } from '../../observe/observation.ts';
import type { Finding, Judgement } from './judgement.ts';
import type { Rule } from './rule.ts';

export const EVIDENCE_LIMIT = 10;
export const FINDING_LIMIT = 25;

/** The result of one rule over everything observed. */
export interface RuleOutcome<Found = Finding> {
  readonly rule: Rule;
  /** `failed` or `warned` (by the rule's level, or because its findings only warn) with one finding; `passed` only if something was judged. */
  readonly verdict: Verdict;
  readonly passes: number;
  readonly failures: number;
  /** The first observations that the verdict rests on, at most {@link EVIDENCE_LIMIT}. */
  readonly evidence: readonly ObservationId[];
  /** The first findings, at most {@link FINDING_LIMIT}; `failures` counts them all. */
  readonly findings: readonly Found[];
  /** If the rule was not tested: the setting that it needs. If it passed: the missing part of its coverage. */
  readonly reason?: string;
  /** Every observation that passes the rule and is in none of its findings; absent if nothing was tested. */
  readonly passing?: ReadonlySet<ObservationId>;
}

/** Returns what the judgements of one rule add up to. */
export function outcomeOf(rule: Rule, judgements: Iterable<Judgement>): RuleOutcome {
  let passes = 0;
  let failures = 0;
  const passing = new Set<ObservationId>();
  const failing = new Set<ObservationId>();
  const findings: Finding[] = [];
  const covered = new Set<string>();
  let inconclusive: string | undefined;
  let isCertain = false;
  for (const judgement of judgements) {
    if (judgement.outcome === 'inconclusive') {
      inconclusive ??= judgement.reason;
      continue;
    }
    if (judgement.outcome === 'pass') {
      passes += 1;
      for (const part of judgement.covers ?? []) covered.add(part);
    } else {
      failures += 1;
      isCertain ||= judgement.warns !== true;
      if (findings.length < FINDING_LIMIT) findings.push(judgement);
    }
    for (const id of judgement.observations) (judgement.outcome === 'pass' ? passing : failing).add(id);
  }
  for (const id of failing) passing.delete(id);
  const evidence = [...(failures > 0 ? failing : passing)].slice(0, EVIDENCE_LIMIT);
  const common = { rule, passes, failures, passing, evidence, findings };
  if (failures > 0) return { ...common, verdict: rule.level === 'must' && isCertain ? 'failed' : 'warned' };
  if (passes === 0) return { ...common, verdict: 'not-exercised', reason: inconclusive ?? rule.needs };
  const missing = coverageNote(rule.coverage, covered);
  // An inconclusive attempt must not pass the parts that nothing else covers.
  if (missing !== undefined && inconclusive !== undefined) {
    return { ...common, passes: 0, evidence: [], verdict: 'not-exercised', reason: `${inconclusive} ${missing}` };
  }
  return { ...common, verdict: 'passed', ...(missing === undefined ? {} : { reason: missing }) };
}

/** Returns the outcome of a rule that is not tested, whatever was observed. */
export function notExercised(rule: Rule, reason: string): RuleOutcome<never> {
  return { rule, verdict: 'not-exercised', passes: 0, failures: 0, evidence: [], findings: [], reason };
}

const NAMED_PARTS = 8;

/** Names the parts of a rule's coverage that were not seen: `Not seen for: submit.` */
export function coverageNote(
  coverage: readonly string[] | undefined,
  covered: ReadonlySet<string>,
): string | undefined {
  const missing = (coverage ?? []).filter((part) => !covered.has(part));
  if (missing.length === 0) return undefined;
  const more = missing.length - NAMED_PARTS;
  return `Not seen for: ${missing.slice(0, NAMED_PARTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
