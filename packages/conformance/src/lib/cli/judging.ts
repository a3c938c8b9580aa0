import { CliError, collect, createPaint, type ExitCode, type Io } from '@idvkit/cli-kit';
import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { readBaseline } from '../report/baseline/baseline-file.ts';
import { buildReport } from '../report/build-report.ts';
import { createMasker } from '../report/mask/create-masker.ts';
import { withAllMessages, withCitedMessages } from '../report/masked-messages.ts';
import { jsonReport, REPORT_KINDS, type ReportKind } from '../report/report-writers.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import { chooseRules, type ChosenRules, type RuleChoice } from './chosen-rules.ts';
import type { CommandTools } from './command.ts';
import { checkReportFiles, parseReportFiles, type ReportFile, writeReportFiles } from './report-files.ts';

export interface JudgingOptions {
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly require?: readonly string[] | undefined;
  readonly report?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
  readonly failOnWarning?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

interface OptionTaker {
  option(flags: string, description: string): unknown;
  option(
    flags: string,
    description: string,
    parse: (text: string, before: readonly string[] | undefined) => readonly string[],
  ): unknown;
}

export function judgingOptions(command: OptionTaker): void {
  command.option('--only <glob>', 'Check only these rules; repeatable', collect);
  command.option('--skip <glob>', 'Do not check these rules; repeatable', collect);
  command.option('--require <glob>', 'Fail if one of these rules is not tested; repeatable', collect);
  command.option('--report <kind=file>', `Write a report: ${REPORT_KINDS.join(', ')}; repeatable`, collect);
  command.option('--baseline <file>', 'Excuse the failures that this file lists, until they expire');
  command.option('--fail-on-warning', 'Fail if a rule of level "should" fails');
  command.option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else');
  command.option('--verbose', 'List every rule and every finding');
  command.option('--quiet', 'Print only what is not OK, and no progress');
}

export interface Judging extends ChosenRules {
  readonly files: readonly ReportFile[];
  readonly baseline: Baseline | undefined;
}

/** Checks everything that the user gave, before anything is read or called. */
export async function prepareJudging(
  options: Omit<JudgingOptions, 'baseline'> & { readonly baseline?: string | Baseline | undefined } & Pick<
      RuleChoice,
      'among'
    >,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Judging> {
  const files = parseReportFiles(options.report ?? []);
  const { only, skip = [], require = [], among, baseline } = options;
  const chosen = chooseRules({ only, skip, require, ...(among && { among }) });
  const known = typeof baseline === 'string' ? await readBaseline(baseline, cwd) : baseline;
  await checkReportFiles(files, { cwd, json: options.json });
  return { ...chosen, files, baseline: known };
}

export interface Concluding {
  readonly judging: Judging;
  readonly options: Pick<JudgingOptions, 'failOnWarning' | 'json' | 'verbose' | 'quiet'>;
  readonly tools: Pick<CommandTools, 'clock' | 'tool' | 'fingerprintKey'>;
  readonly io: Io;
  /** Options to repeat in printed commands. */
  readonly again?: readonly string[];
}

/** Reports the result of a run. @throws {CliError} the problem of a run that judged nothing; `file-unwritable`. */
export async function concludeJudging(
  run: ConformanceRun,
  concluding: Concluding,
): Promise<{ readonly report: ConformanceReport; readonly code: ExitCode }> {
  const { judging, options, tools, io } = concluding;
  const { files, baseline, required } = judging;
  const { tool, clock, fingerprintKey: key } = tools;
  const { failOnWarning = false } = options;
  const masker = createMasker(run, key === undefined ? {} : { key });
  const judged = buildReport(run, { masker, tool, baseline, required, failOnWarning, today: dayOf(clock) });
  let cited: ConformanceReport | undefined;
  const reportFor = (kind: ReportKind): ConformanceReport =>
    kind === 'har' ? withAllMessages(judged, run, masker) : (cited ??= withCitedMessages(judged, run, masker));
  // A terminal shows no messages: they are masked only for files and --json.
  print(options.json === true ? reportFor('json') : judged, concluding);
  await writeReportFiles(files, reportFor, io);
  if (judged.problem !== undefined && !isJudged(judged)) throw new CliError(judged.problem);
  // `exitOf` gives codes of this kind.
  return { report: judged, code: judged.exit.code as ExitCode };
}

export function dayOf(clock: CommandTools['clock']): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

function isJudged({ summary }: ConformanceReport): boolean {
  return summary.passed + summary.failed + summary.warned > 0;
}

function print(
  report: ConformanceReport,
  { options: { json = false, verbose = false, quiet = false }, io: { stdout, stderr, env }, again = [] }: Concluding,
): void {
  const { problem } = report;
  if (json) {
    stdout.write(jsonReport(report));
    // People may not read the document: why the run ended early is also said here.
    if (problem !== undefined && isJudged(report)) {
      stderr.write(`idv-conformance: ${problem.message}\n${problem.fix}\n`);
    }
    return;
  }
  // A problem without any verdict is one message on stderr, and no report.
  if (problem !== undefined && !isJudged(report)) return;
  const { columns } = stdout;
  stdout.write(terminalReport(report, { paint: createPaint(stdout, env), columns, verbose, quiet, again }));
}
