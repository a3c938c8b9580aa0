import type { ConformanceReport, ReportedFinding, RuleReport } from '@idvkit/schema/formats';

import type { Observation } from '../../observe/observation.ts';
import { clipped } from '../clipped.ts';
import { selfCheckNote } from '../exit-of.ts';
import { shownValue } from '../finding-text.ts';
import { createObservedAs, type ObservedAs } from '../observed-as.ts';
import { REPOSITORY, ruleAddress, ruleLines, RULES_DOCUMENT } from '../rules-document.ts';
import { findingFingerprint } from './finding-fingerprint.ts';

/** Characters of a value in a message. */
const VALUE_LENGTH = 500;
/** The base that locations are relative to: what is judged is no file, so that results point at the rule's own line. */
const BASE = 'IDVKIT';

/** What a report in SARIF is made of beside the report itself. */
export interface SarifOptions {
  /** Everything that was observed: it tells what makes findings the same from one run to the next. */
  readonly observations: readonly Observation[];
}

/**
 * Writes a report as SARIF 2.1.0: a rule per rule of the report, a result per kind of finding and condition under which it
 * was made. What a baseline excuses is there, but suppressed.
 *
 * @returns The text of the file: one JSON document.
 */
export function sarifReport(report: ConformanceReport, { observations }: SarifOptions): string {
  const writer = new SarifWriter(report, observations);
  return `${JSON.stringify(writer.log(), undefined, 2)}\n`;
}

class SarifWriter {
  readonly #report: ConformanceReport;
  readonly #byId: ReadonlyMap<string, Observation>;
  readonly #observedAs: ObservedAs;
  readonly #lines: ReadonlyMap<string, number> = ruleLines();

  constructor(report: ConformanceReport, observations: readonly Observation[]) {
    this.#report = report;
    this.#byId = new Map(observations.map((observation) => [observation.id, observation]));
    this.#observedAs = createObservedAs(report);
  }

  log(): object {
    const { tool, rules, summary, seed, target, specVersion } = this.#report;
    return {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: tool.name,
              version: tool.version,
              semanticVersion: tool.version,
              informationUri: 'https://github.com/idvkit/idvkit/tree/main/packages/conformance#readme',
              rules: rules.map(descriptor),
            },
          },
          automationDetails: { id: 'idv-conformance/' },
          originalUriBaseIds: { [BASE]: { uri: REPOSITORY } },
          invocations: [this.#invocation()],
          results: rules.flatMap((rule, index) => this.#results(rule, index)),
          columnKind: 'utf16CodeUnits',
          properties: { target, specVersion, seed, summary },
        },
      ],
    };
  }

  #invocation(): object {
    const { startedAt, durationMs, exit, problem, complete, stopped } = this.#report;
    const selfCheck = selfCheckNote(this.#report);
    const notes = [
      ...(problem === undefined ? [] : [`${problem.message} ${problem.fix}`]),
      ...(problem === undefined && !complete ? [stopped ?? 'The run ended early.'] : []),
    ];
    return {
      executionSuccessful: notes.length === 0,
      exitCode: exit.code,
      exitCodeDescription: exit.reasons.join(' '),
      startTimeUtc: startedAt,
      endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
      toolExecutionNotifications: [
        ...notes.map((text) => ({ level: 'error', message: { text } })),
        ...(selfCheck === undefined ? [] : [{ level: 'warning', message: { text: selfCheck } }]),
      ],
    };
  }

  #results(rule: RuleReport, ruleIndex: number): readonly object[] {
    if (rule.baseline === 'unexpected-pass') {
      const text = 'Passes, though the baseline knows it as broken: take it out there.';
      return [this.#result({ rule, ruleIndex, text, fingerprint: findingFingerprint(rule.id, text, undefined) })];
    }
    const kinds = Map.groupBy(rule.findings, ({ message, observation }) =>
      findingFingerprint(rule.id, message, this.#byId.get(observation)),
    );
    return [...kinds].flatMap(([fingerprint, findings]) => {
      const [first] = findings;
      if (first === undefined) return [];
      const text = this.#message(first);
      return [this.#result({ rule, ruleIndex, text, fingerprint, finding: first, count: findings.length })];
    });
  }

  #result(seen: {
    readonly rule: RuleReport;
    readonly ruleIndex: number;
    readonly text: string;
    readonly fingerprint: string;
    readonly finding?: ReportedFinding;
    readonly count?: number;
  }): object {
    const { rule, ruleIndex, text, fingerprint, finding, count } = seen;
    const suppression = { kind: 'external', status: 'accepted', justification: rule.reason ?? 'In the baseline' };
    return {
      ruleId: rule.id,
      ruleIndex,
      level: rule.verdict === 'warned' ? 'warning' : 'error',
      message: { text },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: RULES_DOCUMENT, uriBaseId: BASE },
            region: { startLine: this.#lines.get(rule.id) ?? 1 },
          },
          logicalLocations: [{ name: rule.id, fullyQualifiedName: `${rule.section}/${rule.id}`, kind: 'member' }],
        },
      ],
      partialFingerprints: { 'ruleEndpointCondition/v1': fingerprint },
      ...(count === undefined ? {} : { occurrenceCount: count }),
      ...(finding === undefined
        ? {}
        : { properties: { observation: finding.observation, also: finding.also, curl: finding.curl } }),
      ...(rule.baseline === 'known' ? { suppressions: [suppression] } : {}),
    };
  }

  #message({ message, path, expected, actual, observation, times }: ReportedFinding): string {
    const value = (name: string, what: unknown): readonly string[] =>
      what === undefined ? [] : [`${name}: ${clipped(shownValue(what), VALUE_LENGTH)}`];
    const lines = [
      clipped(message, VALUE_LENGTH),
      ...value('At', path),
      ...value('Expected', expected),
      ...value('Actual', actual),
      ...value('Times', times),
      `Seen in ${observation}: ${this.#observedAs(observation)}`,
    ];
    // `[…](…)` would be a link.
    return lines.join('\n').replaceAll('](', '] (');
  }
}

function descriptor({ id, section, level, binds, title }: RuleReport): object {
  const helpUri = ruleAddress(id);
  const text = title.replaceAll('`', '');
  return {
    id,
    name: nameOf(id),
    shortDescription: { text },
    fullDescription: { text: `${text}.` },
    help: {
      text: `Specification, "${section}". ${level === 'must' ? 'The' : 'By recommendation, the'} ${binds} keeps this: ${text}.`,
      markdown: `Specification, “${section}” · ${level} · ${binds}\n\n${title}.\n\nSee [${id}](${helpUri}).`,
    },
    helpUri,
    defaultConfiguration: { level: level === 'must' ? 'error' : 'warning' },
    properties: { section, level, binds, tags: ['idvkit', section] },
  };
}

/** The name that SARIF wants beside the id: `AuthAbsent403`. */
function nameOf(id: string): string {
  return id
    .split(/[.-]/)
    .map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join('');
}
