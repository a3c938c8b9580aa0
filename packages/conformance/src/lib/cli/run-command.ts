import { resolve } from 'node:path';

import { CliError, createPaint, ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';
import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import { readBaseline, readBaselineIfThere, updatedBaseline, writeBaseline } from '../baseline/baseline-file.ts';
import { loadConfig } from '../config/load-config.ts';
import { SettingsError } from '../config/settings-error.ts';
import type { ConformanceRun } from '../drive/conformance-run.ts';
import type { RunOptions } from '../drive/run-options.ts';
import { createMasker } from '../masking/create-masker.ts';
import { buildReport } from '../report/build-report.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import { chooseRules } from './chosen-rules.ts';
import { listRun } from './list-run.ts';
import { createProgressLine } from './progress-line.ts';
import { checkWritable, reportFiles, type ReportFile } from './report-file.ts';
import { runRequest, type TargetOptions } from './run-request.ts';
import { jsonReport, writeReports } from './write-reports.ts';

/** Where it is kept what a person arranged. */
const SESSION_FILE = 'idvkit.interactive.json';

/** Options of `idv-conformance run`. */
export interface RunCommandOptions extends TargetOptions {
  readonly config?: string | undefined;
  readonly require?: readonly string[] | undefined;
  readonly report?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
  readonly baselineUpdate?: boolean | undefined;
  readonly failOnWarning?: boolean | undefined;
  readonly fuzz?: number | undefined;
  readonly fuzzOnly?: boolean | undefined;
  readonly fuzzPath?: string | undefined;
  readonly destructive?: boolean | undefined;
  readonly interactive?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** What the command takes from outside, so that tests can put something else in its place. */
export interface RunCommandTools {
  readonly runConformance: (options: RunOptions) => Promise<ConformanceRun>;
  readonly clock: { now(): number };
  readonly tool: { readonly name: string; readonly version: string };
  /** Key of the fingerprints; a fresh one where it is left out. */
  readonly fingerprintKey?: string;
}

/** Runs the rules against a target and reports what came of it. */
export async function runCommand(
  options: RunCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: RunCommandTools,
): Promise<ExitCode> {
  const { request, required, ids, baseline, files } = await prepared(options, io);
  if (options.list === true) {
    listRun(ids, io, options.json === true);
    return ExitCode.ok;
  }

  const progress = createProgressLine(io, { isQuiet: options.quiet === true, clock: tools.clock });
  const run = await tools
    .runConformance({ ...request, signal: io.signal, onProgress: progress.show })
    .finally(() => progress.end());

  const { tool, clock, fingerprintKey: key } = tools;
  const { failOnWarning = false } = options;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const masker = createMasker(run, key === undefined ? {} : { key });
  const report = buildReport(run, { masker, tool, baseline, required, failOnWarning, today });
  print(report, options, io);
  tellLedger(report, request, io);
  if (options.interactive === true && run.interrupted) {
    io.stderr.write(`Run the same command again to go on: "${SESSION_FILE}" knows what was arranged.\n`);
  }
  await writeReports(files, { run, report, masker, failOnWarning }, io);
  if (options.baselineUpdate === true && options.baseline !== undefined && report.complete) {
    await writeBaseline(options.baseline, io.cwd, updatedBaseline(report.rules, baseline, today));
  }
  if (report.problem !== undefined && !isJudged(report)) throw new CliError(report.problem);
  // The code is one of those that `exitOf` decides on.
  return report.exit.code as ExitCode;
}

/** Whether at least one rule was judged, so that there is something to show. */
function isJudged({ summary }: ConformanceReport): boolean {
  return summary.passed + summary.failed + summary.warned > 0;
}

interface Prepared {
  readonly request: RunOptions;
  readonly ids: readonly string[];
  readonly required: readonly string[];
  readonly baseline: Baseline | undefined;
  readonly files: readonly ReportFile[];
}

/** Everything that can be wrong with what the user gave is found out before the first call. */
async function prepared(options: RunCommandOptions, io: Io): Promise<Prepared> {
  try {
    const files = reportFiles(options.report ?? [], options);
    const { config } = await loadConfig(options.config, io);
    const request = {
      ...(await runRequest(options, config, io)),
      ...(await personOf(options, io)),
      ...fuzzOf(options),
    };
    const { only, skip = [] } = request;
    const { ids, required } = chooseRules({ only, skip, require: options.require ?? [] });
    const baseline = await preparedBaseline(options, io);
    for (const { file } of files) await checkWritable(file, io.cwd);
    return { request, ids, required, baseline, files };
  } catch (error) {
    if (error instanceof SettingsError) for (const problem of error.problems) io.stderr.write(`${problem}\n`);
    throw error;
  }
}

/** Which random sequences are played. */
function fuzzOf({
  fuzz,
  fuzzOnly = false,
  fuzzPath,
  destructive = false,
}: RunCommandOptions): Pick<RunOptions, 'fuzz'> {
  if (fuzz === undefined) {
    if (!fuzzOnly && fuzzPath === undefined && !destructive) return {};
    throw new CliError({
      code: 'usage',
      message: 'Cannot tell how many random sequences to play: --fuzz is not given.',
      fix: 'Add --fuzz with a number, such as --fuzz 200.',
    });
  }
  const path = fuzzPath === undefined ? {} : { path: fuzzPath };
  return { fuzz: { runs: fuzz, scenarios: !fuzzOnly, destructive, ...path } };
}

/** Who is asked, and where it is kept what they did. */
async function personOf({ interactive }: RunCommandOptions, io: Io): Promise<Pick<RunOptions, 'person' | 'session'>> {
  if (interactive !== true) return {};
  const { createTerminalPerson } = await import('./terminal-person.ts');
  return { person: createTerminalPerson(io), session: resolve(io.cwd, SESSION_FILE) };
}

async function preparedBaseline(
  { baseline, baselineUpdate = false }: RunCommandOptions,
  { cwd }: Io,
): Promise<Baseline | undefined> {
  if (baseline !== undefined && !baselineUpdate) return readBaseline(baseline, cwd);
  if (!baselineUpdate) return undefined;
  if (baseline === undefined) {
    throw new CliError({
      code: 'baseline-missing',
      message: 'Cannot update a baseline: none is named.',
      fix: 'Name the file with --baseline.',
    });
  }
  await checkWritable(baseline, cwd);
  return readBaselineIfThere(baseline, cwd);
}

function print(report: ConformanceReport, options: RunCommandOptions, { stdout, stderr, env }: Io): void {
  if (options.json === true) {
    stdout.write(jsonReport(report));
    // People read what machines do not: why the run ended early is not left to the document alone.
    if (report.problem !== undefined && isJudged(report)) {
      stderr.write(`idv-conformance: ${report.problem.message}\n${report.problem.fix}\n`);
    }
    return;
  }
  // What kept the run from judging anything is one message on stderr, and no report.
  if (report.problem !== undefined && !isJudged(report)) return;
  const page = {
    paint: createPaint(stdout, env),
    columns: stdout.columns,
    verbose: options.verbose === true,
    quiet: options.quiet === true,
  };
  stdout.write(terminalReport(report, page));
}

/** Says where what the run leaves behind on a live target is listed. */
function tellLedger({ target, created }: ConformanceReport, { ledger }: RunOptions, { stderr }: Io): void {
  if (target.kind !== 'live' || created.length === 0 || ledger === false) return;
  const what = created.length === 1 ? 'application stays' : 'applications stay';
  stderr.write(`${created.length} ${what} on the target; "${ledger ?? 'idvkit.ledger.json'}" lists them.\n`);
}
