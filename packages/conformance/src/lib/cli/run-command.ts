import { relative, resolve } from 'node:path';

import { CliError, ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';
import type { Baseline } from '@idvkit/schema/formats';

import { loadConfig } from '../config/load-config.ts';
import { SettingsError } from '../config/settings-error.ts';
import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { RunOptions } from '../drive/calls/run-options.ts';
import { readBaseline, readBaselineIfThere, updatedBaseline, writeBaseline } from '../report/baseline/baseline-file.ts';
import {
  concludeJudging,
  dayOf,
  exitCodeOf,
  prepareJudging,
  type Judging,
  type JudgingOptions,
  type JudgingTools,
} from './judging.ts';
import { listRun } from './list-run.ts';
import { createProgressLine } from './progress-line.ts';
import { checkWritable } from './report-files.ts';
import { runRequest, type TargetOptions } from './run-request.ts';

/** Where it is kept what a person arranged. */
const SESSION_FILE = 'idvkit.interactive.json';

/** Options of `idv-conformance run`. */
export interface RunCommandOptions extends TargetOptions, JudgingOptions {
  readonly config?: string | undefined;
  readonly baseline?: string | undefined;
  readonly baselineUpdate?: boolean | undefined;
  readonly fuzz?: number | undefined;
  readonly fuzzOnly?: boolean | undefined;
  readonly fuzzPath?: string | undefined;
  readonly destructive?: boolean | undefined;
  readonly interactive?: boolean | undefined;
  readonly list?: boolean | undefined;
}

/** What the command takes from outside, so that tests can put something else in its place. */
export interface RunCommandTools extends JudgingTools {
  readonly runConformance: (options: RunOptions) => Promise<ConformanceRun>;
}

/** Runs the rules against a target and reports what came of it. */
export async function runCommand(
  options: RunCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: RunCommandTools,
): Promise<ExitCode> {
  const { request, judging } = await prepared(options, io);
  if (options.list === true) {
    listRun(judging.ids, io, options.json === true);
    return ExitCode.ok;
  }

  const progress = createProgressLine(io, { isQuiet: options.quiet === true, clock: tools.clock });
  const run = await tools
    .runConformance({ ...request, signal: io.signal, onProgress: progress.show })
    .finally(() => progress.end());

  const again = [
    ...(options.config === undefined ? [] : ['--config', options.config]),
    ...(options.rate === undefined ? [] : ['--rate', String(options.rate)]),
  ];
  const concluding = { judging, options: { ...options, again }, tools, io };
  const report = await concludeJudging(run, concluding).finally(() => {
    tellLedger(run, request, io);
    if (options.interactive === true && run.interrupted) {
      io.stderr.write(`Run the same command again to go on: "${SESSION_FILE}" knows what was arranged.\n`);
    }
  });
  if (options.baselineUpdate === true && options.baseline !== undefined && report.complete) {
    await writeBaseline(options.baseline, io.cwd, updatedBaseline(report.rules, judging.baseline, dayOf(tools.clock)));
  }
  return exitCodeOf(report);
}

/** Everything that can be wrong with what the user gave is found out before the first call. */
async function prepared(
  options: RunCommandOptions,
  io: Io,
): Promise<{ readonly request: RunOptions; readonly judging: Judging }> {
  try {
    const { config, path } = await loadConfig(options.config, io);
    if (path !== undefined && options.config === undefined && options.quiet !== true) {
      io.stderr.write(`Configuration: ${relative(io.cwd, path)}\n`);
    }
    const request = {
      ...(await runRequest(options, config, io)),
      ...(await personOf(options, io)),
      ...fuzzOf(options),
    };
    const { only, skip } = request;
    const baseline = await preparedBaseline(options, io);
    return { request, judging: await prepareJudging({ ...options, only, skip, baseline }, io) };
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

/** Says where what the run leaves behind on a live target is listed. */
function tellLedger({ target, created }: ConformanceRun, { ledger }: RunOptions, { stderr }: Io): void {
  if (target.kind !== 'live' || created.length === 0 || ledger === false) return;
  const what = created.length === 1 ? 'application stays' : 'applications stay';
  stderr.write(`${created.length} ${what} on the target; "${ledger ?? 'idvkit.ledger.json'}" lists them.\n`);
}
