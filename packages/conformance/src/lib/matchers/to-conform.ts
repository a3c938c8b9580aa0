import { counted } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

import { chooseRules, type ChosenRules } from '../cli/chosen-rules.ts';
import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { messageBody } from '../observe/message-body.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { recordingOfBodies } from '../recorded/recording-of-bodies.ts';
import { createReport } from '../report/create-report.ts';
import { findingText } from '../report/finding-text.ts';

/** A rule by its id, or several by a glob such as `answers.*`. */
export type RuleChoice = RuleId | (string & {});

/** Options of `toConform`. */
export interface ToConformOptions {
  /** Set if a failed rule of level `should` fails the assertion. Default false. */
  readonly failOnWarning?: boolean;
}

/** Result of a matcher of Vitest or Jest. */
export interface Judged {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Findings that a message spells out; of the rest it says how many there are. */
const MAX_SHOWN = 5;

/**
 * Judges a body of the service, or a run, by the rules of the contract. Made for `expect.extend` of Vitest and Jest.
 *
 * A rule that you name by its id must be tested, and at least one rule of a glob. Otherwise the assertion throws, after `not` as
 * well: a body without evidence neither conforms nor fails.
 *
 * @param received A body as a JSON value, or its text or bytes; or what `runConformance`, `checkRecordings` or `auditReceiver`
 *   gave.
 * @param rules Default: every rule.
 * @throws {CliError} where a glob names no rule, and where `received` is like no body of the service.
 * @throws {Error} where a rule that is asked for was not exercised. Messages hold no personal values: they are masked as in reports.
 *
 * @example In Vitest, import `@idvkit/conformance/vitest`, which adds it to `expect`. In Jest, with `NODE_OPTIONS=--experimental-vm-modules`:
 * import { toConform } from '@idvkit/conformance';
 *
 * expect.extend({ toConform });
 * test('my double keeps the contract', () => expect(body).toConform('answers.*'));
 */
export function toConform(
  received: unknown,
  rules: RuleChoice | readonly RuleChoice[] = '*',
  options: ToConformOptions = {},
): Judged {
  const globs = typeof rules === 'string' ? [rules] : rules;
  const run = isRun(received) ? received : undefined;
  const chosen = chooseRules({
    only: globs,
    skip: [],
    require: globs.filter((glob) => !/[*?]/.test(glob)),
    ...(run !== undefined && { among: run.outcomes.map(({ rule }) => rule) }),
  });
  const report = createReport(run === undefined ? judgeBody(received, globs) : restrict(run, chosen), {
    required: chosen.required,
    failOnWarning: options.failOnWarning ?? false,
  });
  assertConclusive(report);
  const broken = report.rules.filter(
    ({ verdict }) => verdict === 'failed' || (verdict === 'warned' && options.failOnWarning === true),
  );
  const what = run === undefined ? 'the body' : 'what was observed';
  return {
    pass: report.exit.code === 0,
    message: () =>
      broken.length === 0
        ? `Expected ${what} to break a rule of ${globs.join(', ')}, but each that could be judged is kept.`
        : brokenText(report, broken, what),
  };
}

function isRun(value: unknown): value is ConformanceRun {
  return typeof value === 'object' && value !== null && 'outcomes' in value && 'selfCheck' in value;
}

function judgeBody(received: unknown, only: readonly string[]): ConformanceRun {
  const bytes =
    received instanceof Uint8Array
      ? received
      : new TextEncoder().encode(typeof received === 'string' ? received : (JSON.stringify(received) ?? ''));
  return checkRecording(recordingOfBodies([['the body', messageBody(bytes)]], {}), { only });
}

function restrict(run: ConformanceRun, { ids }: ChosenRules): ConformanceRun {
  return { ...run, outcomes: run.outcomes.filter(({ rule }) => ids.includes(rule.id)) };
}

/** Throws for an exit code above 1, which is not a verdict: nothing was observed, or the target could not be judged. */
function assertConclusive({ exit, rules }: ConformanceReport): void {
  if (exit.code <= 1) return;
  const whys = new Set(rules.flatMap(({ verdict, reason }) => (verdict === 'not-exercised' && reason ? [reason] : [])));
  throw new Error([`Cannot decide: ${exit.reasons.join(' ')}`, ...[...whys].slice(0, MAX_SHOWN)].join('\n  '));
}

function brokenText(report: ConformanceReport, broken: readonly RuleReport[], what: string): string {
  const observedAs = new Map(report.observed.map(({ id, summary }) => [id, summary]));
  const shown = broken.slice(0, MAX_SHOWN).map(({ id, section, level, title, findings }) => {
    const texts = findings.map((finding) => findingText(finding, (observation) => observedAs.get(observation) ?? ''));
    return [`${id} (${section}, ${level})`, title, ...texts].join('\n').replaceAll('\n', '\n  ');
  });
  const rest = broken.length - shown.length;
  const count = counted(broken.length, 'rule');
  return [
    `Expected ${what} to conform, but it breaks ${count}:`,
    ...shown,
    ...(rest > 0
      ? [
          `… and ${rest} more: ${broken
            .slice(MAX_SHOWN)
            .map(({ id }) => id)
            .join(', ')}`,
        ]
      : []),
  ].join('\n\n');
}
