import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

import type { Finding } from '../judge/rule/judgement.ts';
import type { RuleOutcome } from '../judge/rule/rule-outcome.ts';
import type { Exchange, Observation, ObservationId } from '../observe/observation.ts';
import { curlLine, type CurlOptions } from './curl-line.ts';

export type ObservationsById = ReadonlyMap<ObservationId, Observation>;

export interface RuleReportOptions extends CurlOptions {
  readonly observations: ObservationsById;
  /** Set if calls can be repeated: the address of the service is known. */
  readonly isCallable: boolean;
  /** Masks the reason of a verdict. */
  readonly reasonOf: (reason: string) => string;
  /** Returns the command that checks a rule of a receiver again. */
  readonly againOf: (rule: RuleId) => string | undefined;
}

/** Returns the report of a rule. Its findings are masked. */
export function ruleReport(outcome: RuleOutcome, options: RuleReportOptions): RuleReport {
  const { rule, verdict, passes, failures, evidence, findings, reason } = outcome;
  const more = failures - findings.length;
  return {
    id: rule.id,
    section: rule.section,
    level: rule.level,
    binds: rule.binds,
    title: rule.title,
    verdict,
    observations: passes + failures,
    evidence: [...evidence],
    reason: reason && options.reasonOf(reason),
    findings: findings.map((finding) => reportedFinding(finding, options)),
    moreFindings: more > 0 ? more : undefined,
    again: failures > 0 ? options.againOf(rule.id) : undefined,
  };
}

function reportedFinding(finding: Finding, options: RuleReportOptions): ReportedFinding {
  const { masker, observations, isCallable } = options;
  const [observation, ...also] = finding.observations;
  const { path, expected, actual } = finding;
  const exchange = exchangeOf(finding, observations);
  const times = finding.times ?? secondsBetween(finding, observations);
  return {
    message: masker.quotingText(finding.message),
    path: path && masker.pointer(path),
    expected: expected === undefined ? undefined : masker.expected(expected, path),
    actual: actual === undefined ? undefined : masker.value(actual, path),
    observation,
    also: also.length === 0 ? undefined : also,
    times: times && masker.text(times),
    curl: exchange && isCallable ? curlLine(exchange, options) : undefined,
  };
}

/** Returns the seconds between deliveries of one application to one receiver. */
function secondsBetween({ observations: ids }: Finding, observations: ObservationsById): string | undefined {
  const deliveries = ids
    .flatMap((id) => observations.get(id) ?? [])
    .filter((observation) => observation.kind === 'delivery')
    .toSorted((one, other) => one.at - other.at);
  const [first, ...others] = deliveries;
  if (first === undefined || others.length === 0) return undefined;
  if (others.some(({ receiver, slug }) => receiver !== first.receiver || slug !== first.slug)) return undefined;
  const gaps = others.map(({ id, at }, index) => {
    const before = deliveries[index] ?? first;
    return `${Number(((at - before.at) / 1000).toFixed(1))} s from ${before.id} to ${id}`;
  });
  return gaps.join(', ');
}

/** Returns the first call of a finding. */
function exchangeOf({ observations: ids }: Finding, observations: ObservationsById): Exchange | undefined {
  for (const id of ids) {
    const observation = observations.get(id);
    // Only an audit with the same seed repeats a delivery.
    if (observation?.kind === 'exchange' && observation.sent === undefined) return observation;
  }
  return undefined;
}
