import {
  CliError,
  collect,
  collectEach,
  createPaint,
  parseReport,
  type ExitCode,
  type Io,
  type Command,
  type OptionsOf,
  type ReportFile,
} from '@idvkit/cli-kit';
import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { readBaseline } from '../report/baseline/baseline-file.ts';
import { buildReport } from '../report/build-report.ts';
import { diagnose } from '../report/diagnosis/diagnose.ts';
import { isBroken } from '../report/diagnosis/finding-signature.ts';
import { createMasker } from '../report/mask/create-masker.ts';
import { withAllMessages, withCitedMessages } from '../report/masked-messages.ts';
import { jsonReport } from '../report/report-writers.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import { chooseRules, type ChosenRules, type RuleChoice } from './chosen-rules.ts';
import type { CommandTools } from './command.ts';
import { checkReportFiles, FILE_KINDS, type FileKind, STDOUT, writeReportFiles } from './report-files.ts';

export type JudgingOptions = OptionsOf<typeof judgingOptions>;

/** Adds the options of commands that check rules. */
export function judgingOptions(command: Command) {
  return command
    .optionsGroup('Which rules:')
    .option('--only <glob>', 'Check only these rules; repeatable', collect)
    .optionsGroup('Result:')
    .option(
      '--report <kind=file>',
      `Write a report: ${FILE_KINDS.join(', ')}; repeatable`,
      collectEach(parseReport(FILE_KINDS)),
    )
    .option('--baseline <file>', 'Excuse the failures that this file lists, until they expire')
    .option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else')
    .option('--verbose', 'Show every rule, finding and discovery');
}

export type JobOptions = OptionsOf<typeof jobOptions>;

/** Adds the options of commands that CI jobs run to their end. */
export function jobOptions(command: Command) {
  return command
    .optionsGroup('Which rules:')
    .option('--require <glob>', 'Fail if one of these rules is not tested; repeatable', collect)
    .optionsGroup('Result:')
    .option('--fail-on-warning', 'Fail if a rule of level "should" fails');
}

export interface Judging extends ChosenRules {
  readonly files: readonly ReportFile<FileKind>[];
  readonly baseline: Baseline | undefined;
}

/** Checks everything that the user gave, before anything is read or called. */
export async function prepareJudging(
  options: JudgingOptions & {
    readonly require?: readonly string[] | undefined;
    readonly skip?: readonly string[] | undefined;
  } & Pick<RuleChoice, 'among'>,
  io: Pick<Io, 'cwd' | 'stderr'>,
): Promise<Judging> {
  const { cwd } = io;
  const { report: files = [], only, skip = [], require = [], among, baseline } = options;
  const chosen = chooseRules({ only, skip, require, ...(among && { among }) });
  const known = baseline === undefined ? undefined : await readBaseline(baseline, cwd);
  await checkReportFiles(files, { cwd, json: options.json });
  return {
    ...chosen,
    files,
    baseline: known,
  };
}

/** Adds the faults of the mock that would explain what failed, if something of the service did. */
export async function diagnosed(report: ConformanceReport): Promise<ConformanceReport> {
  if (report.diagnosis !== undefined || report.target.kind === 'receiver' || !report.rules.some(isBroken))
    return report;
  // Only this needs the mock.
  const { allFaults } = await import('@idvkit/mock');
  return { ...report, diagnosis: diagnose(report.rules, new Map(allFaults.map(({ id, title }) => [id, title]))) };
}

export interface Concluding {
  readonly judging: Judging;
  readonly options: Pick<JudgingOptions, 'json' | 'verbose'> & {
    readonly failOnWarning?: boolean | undefined;
    readonly quiet?: boolean | undefined;
  };
  readonly tools: Pick<CommandTools, 'clock' | 'tool' | 'fingerprintKey'>;
  readonly io: Io;
  /** Options to repeat in printed commands. */
  readonly again?: readonly string[];
}

export interface Concluded {
  readonly report: ConformanceReport;
  readonly code: ExitCode;
}

/** Reports the result of a run. @throws {CliError} the problem of a run that judged nothing; `file-unwritable`. */
export async function concludeJudging(run: ConformanceRun, concluding: Concluding): Promise<Concluded> {
  const { judging, options, tools, io } = concluding;
  const { files, baseline, required } = judging;
  const { tool, clock, fingerprintKey: key } = tools;
  const { failOnWarning = false } = options;
  const masker = createMasker(run, key === undefined ? {} : { key });
  const judged = await diagnosed(
    buildReport(run, { masker, tool, baseline, required, failOnWarning, today: dayOf(clock) }),
  );
  let cited: ConformanceReport | undefined;
  const reportFor = (kind: FileKind): ConformanceReport =>
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
  {
    judging,
    options: { json = false, verbose = false, quiet = false },
    io: { stdout, stderr, env },
    again = [],
  }: Concluding,
): void {
  const { problem } = report;
  if (json) {
    stdout.write(jsonReport(report));
    // People may not read the document: why the run ended early is also said here.
    if (problem !== undefined && isJudged(report)) {
      stderr.write(`idvkit: ${problem.message}\n${problem.fix}\n`);
    }
    return;
  }
  // A problem without any verdict is one message on stderr, and no report.
  if (problem !== undefined && !isJudged(report)) return;
  const { columns } = stdout;
  const files = judging.files.map(({ file }) => file).filter((file) => file !== STDOUT);
  stdout.write(terminalReport(report, { paint: createPaint(stdout, env), columns, verbose, quiet, again, files }));
}
