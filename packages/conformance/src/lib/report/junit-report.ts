import { xmlDocument, xmlElement, xmlTextElement } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { createObservedAs, findingText, type ObservedAs } from './finding-text.ts';
import { orderedFindings, runErrorOf, UNEXPECTED_PASS } from './report-facts.ts';
import { sectionsOf } from './sections.ts';

type Outcome = 'passed' | 'failure' | 'skipped';

interface TestCase {
  readonly outcome: Outcome;
  readonly element: string;
}

/**
 * Writes a report as JUnit XML: a suite per section, a test case per rule. A rule that was not tested or is excused is
 * skipped. A warning is output of a passing case, unless warnings fail the run.
 */
export function junitReport(report: ConformanceReport): string {
  const observedAs = createObservedAs(report);
  const timestamp = report.startedAt;
  const suites = sectionsOf(report).map(({ name, rules }) => {
    const cases = rules.map((rule) => testCase(rule, report.failOnWarning, observedAs));
    const attributes = { name, ...countsOf(cases, 0), time: 0, timestamp };
    return { cases, element: xmlElement('testsuite', attributes, elementsOf(cases)) };
  });
  const error = runErrorOf(report);
  const errors = error === undefined ? [] : [runError(error.code, error.message)];
  const name = `${report.tool.name} ${report.target.baseUrl}`;
  const cases = suites.flatMap((suite) => suite.cases);
  const counts = countsOf(cases, errors.length);
  const time = (report.durationMs / 1000).toFixed(3);
  return xmlDocument('testsuites', { name, ...counts, time, timestamp }, [...errors, ...elementsOf(suites)]);
}

function elementsOf(parts: readonly { readonly element: string }[]): readonly string[] {
  return parts.map(({ element }) => element);
}

function runError(type: string, message: string): string {
  const testcase = xmlElement('testcase', { classname: 'Run', name: type, time: 0 }, [
    xmlElement('error', { type, message }),
  ]);
  return xmlElement('testsuite', { name: 'Run', tests: 1, errors: 1, failures: 0 }, [testcase]);
}

function countsOf(cases: readonly TestCase[], errors: number): Readonly<Record<string, number>> {
  const count = (wanted: Outcome): number => cases.filter(({ outcome }) => outcome === wanted).length;
  return { tests: cases.length + errors, failures: count('failure'), errors, skipped: count('skipped') };
}

function testCase(rule: RuleReport, failOnWarning: boolean, observedAs: ObservedAs): TestCase {
  const outcome = outcomeOf(rule, failOnWarning);
  const attributes = { classname: rule.section, name: rule.id, time: 0 };
  return { outcome, element: xmlElement('testcase', attributes, [resultOf(rule, outcome, observedAs)]) };
}

function outcomeOf({ verdict, baseline }: RuleReport, failOnWarning: boolean): Outcome {
  if (baseline === 'known' || verdict === 'not-exercised') return 'skipped';
  const isFailure = baseline === 'unexpected-pass' || verdict === 'failed' || (verdict === 'warned' && failOnWarning);
  return isFailure ? 'failure' : 'passed';
}

function resultOf(rule: RuleReport, outcome: Outcome, observedAs: ObservedAs): string {
  const { verdict, reason, title, evidence, baseline, moreFindings = 0 } = rule;
  if (outcome === 'skipped') return xmlElement('skipped', { message: reason ?? title });
  if (baseline === 'unexpected-pass') {
    return xmlTextElement('failure', { type: baseline, message: UNEXPECTED_PASS }, `Seen in ${evidence.join(', ')}`);
  }
  if (verdict === 'passed') {
    const seen = `${rule.observations} observations: ${evidence.join(', ')}`;
    return xmlTextElement('system-out', {}, reason === undefined ? seen : `${seen}\n${reason}`);
  }
  const findings = orderedFindings(rule);
  const text = [
    title,
    ...(reason === undefined ? [] : [reason]),
    ...findings.map((finding) => findingText(finding, observedAs)),
    ...(moreFindings > 0 ? [`and ${moreFindings} more`] : []),
    ...(rule.again === undefined ? [] : [`  again     ${rule.again}`]),
  ].join('\n\n');
  return outcome === 'passed'
    ? xmlTextElement('system-out', {}, `Warning\n${text}`)
    : xmlTextElement('failure', { type: verdict, message: findings[0]?.message ?? title }, text);
}
