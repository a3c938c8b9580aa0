import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { findingText } from './finding-text.ts';
import { createObservedAs, type ObservedAs } from './observed-as.ts';
import { sectionsOf, type Section } from './sections.ts';
import { xmlElement, xmlTextElement } from './xml.ts';

/** What a test case came to in JUnit's terms. */
type Outcome = 'passed' | 'failure' | 'skipped';

/**
 * Writes a report as JUnit XML: a suite per section, a test case per rule. A rule that was not exercised is skipped, with
 * what to supply as its message; so is one that a baseline excuses. A warning is written to the output of a case that
 * passes, unless warnings fail the run. What kept the run from judging is an error in a suite of its own.
 *
 * @param options `failOnWarning`: whether warnings fail the run. Default false.
 */
export function junitReport(
  report: ConformanceReport,
  { failOnWarning = false }: { readonly failOnWarning?: boolean } = {},
): string {
  const writer = new JunitWriter(failOnWarning, createObservedAs(report));
  const suites = sectionsOf(report).map((section) => writer.suite(section, report.startedAt));
  const errors = runErrors(report);
  const run =
    errors.length === 0
      ? []
      : [xmlElement('testsuite', { name: 'Run', tests: errors.length, errors: errors.length, failures: 0 }, errors)];
  const cases = report.rules.map((rule) => writer.outcome(rule));
  const root = xmlElement(
    'testsuites',
    {
      name: `${report.tool.name} ${report.target.baseUrl}`,
      tests: report.rules.length + errors.length,
      failures: cases.filter((outcome) => outcome === 'failure').length,
      errors: errors.length,
      skipped: cases.filter((outcome) => outcome === 'skipped').length,
      time: (report.durationMs / 1000).toFixed(3),
      timestamp: report.startedAt,
    },
    [...run, ...suites],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function runErrors({ problem, complete, stopped }: ConformanceReport): readonly string[] {
  if (problem === undefined && complete) return [];
  const name = problem?.code ?? 'incomplete';
  const message = problem === undefined ? (stopped ?? 'The run ended early.') : `${problem.message} ${problem.fix}`;
  const error = xmlElement('error', { type: name, message });
  return [xmlElement('testcase', { classname: 'Run', name, time: 0 }, [error])];
}

class JunitWriter {
  readonly #failOnWarning: boolean;
  readonly #observedAs: ObservedAs;

  constructor(failOnWarning: boolean, observedAs: ObservedAs) {
    this.#failOnWarning = failOnWarning;
    this.#observedAs = observedAs;
  }

  suite({ name, rules }: Section, timestamp: string): string {
    const outcomes = rules.map((rule) => this.outcome(rule));
    const attributes = {
      name,
      tests: rules.length,
      failures: outcomes.filter((outcome) => outcome === 'failure').length,
      errors: 0,
      skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
      time: 0,
      timestamp,
    };
    return xmlElement(
      'testsuite',
      attributes,
      rules.map((rule) => this.#case(rule)),
    );
  }

  outcome({ verdict, baseline }: RuleReport): Outcome {
    if (baseline === 'known') return 'skipped';
    if (baseline === 'unexpected-pass') return 'failure';
    switch (verdict) {
      case 'passed':
        return 'passed';
      case 'failed':
        return 'failure';
      case 'warned':
        return this.#failOnWarning ? 'failure' : 'passed';
      case 'not-exercised':
        return 'skipped';
    }
  }

  #case(rule: RuleReport): string {
    return xmlElement('testcase', { classname: rule.section, name: rule.id, time: 0 }, this.#result(rule));
  }

  #result(rule: RuleReport): readonly string[] {
    const { verdict, reason = '', title, evidence, baseline } = rule;
    const outcome = this.outcome(rule);
    if (outcome === 'skipped') return [xmlElement('skipped', { message: reason === '' ? title : reason })];
    if (baseline === 'unexpected-pass') {
      const message = 'Passes, though the baseline knows it as broken: take it out there.';
      return [xmlTextElement('failure', { type: 'unexpected-pass', message }, `Seen in ${evidence.join(', ')}`)];
    }
    if (outcome === 'passed' && verdict === 'passed') {
      const partly = reason === '' ? '' : `\n${reason}`;
      return [xmlTextElement('system-out', {}, `${rule.observations} observations: ${evidence.join(', ')}${partly}`)];
    }
    const text = this.#evidence(rule);
    if (outcome === 'passed') return [xmlTextElement('system-out', {}, `Warning\n${text}`)];
    const [first] = rule.findings;
    return [xmlTextElement('failure', { type: verdict, message: first?.message ?? title }, text)];
  }

  #evidence({ title, findings, moreFindings = 0, reason }: RuleReport): string {
    const texts = findings.map((finding) => findingText(finding, this.#observedAs));
    if (moreFindings > 0) texts.push(`and ${moreFindings} more`);
    return [title, ...(reason === undefined ? [] : [reason]), ...texts].join('\n\n');
  }
}
