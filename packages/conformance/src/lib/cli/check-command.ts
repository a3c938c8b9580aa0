import { CliError, createPaint, readSecret, type CliContext, type ExitCode, type Io } from '@idvkit/cli-kit';
import type { Baseline, ConformanceReport } from '@idvkit/schema/formats';

import { readBaseline } from '../baseline/baseline-file.ts';
import { RunProblemError } from '../drive/run-problem.ts';
import { createMasker } from '../masking/create-masker.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { readRecordings } from '../recorded/read-recordings.ts';
import type { Recording } from '../recorded/recording.ts';
import { buildReport } from '../report/build-report.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import { chooseRules, type ChosenRules } from './chosen-rules.ts';
import { checkWritable, reportFiles, type ReportFile } from './report-file.ts';
import type { RunCommandTools } from './run-command.ts';
import { jsonReport, writeReports } from './write-reports.ts';

/** Options of `idv-conformance check`. */
export interface CheckCommandOptions {
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly inputParameter?: readonly string[] | undefined;
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

/** Judges recorded traffic and reports what came of it, as a run does. */
export async function checkCommand(
  names: readonly string[],
  options: CheckCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  { tool, clock, fingerprintKey: key }: Pick<RunCommandTools, 'tool' | 'clock' | 'fingerprintKey'>,
): Promise<ExitCode> {
  const { chosen, files, baseline } = await prepared(options, io);
  const recording = await read(names, options, io);
  if (options.quiet !== true) for (const note of recording.notes) io.stderr.write(`${note}\n`);

  const run = checkRecording(recording, { only: chosen.ids });
  const masker = createMasker(run, key === undefined ? {} : { key });
  const { failOnWarning = false } = options;
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const report = buildReport(run, { masker, tool, baseline, required: chosen.required, failOnWarning, today });
  print(report, options, io);
  await writeReports(files, { run, report, masker, failOnWarning }, io);
  // The code is one of those that `exitOf` decides on.
  return report.exit.code as ExitCode;
}

interface Prepared {
  readonly chosen: ChosenRules;
  readonly files: readonly ReportFile[];
  readonly baseline: Baseline | undefined;
}

/** What the user gave is found to be wrong before anything is read. */
async function prepared(options: CheckCommandOptions, { cwd }: Io): Promise<Prepared> {
  const files = reportFiles(options.report ?? [], options);
  const { only, skip = [], require = [] } = options;
  const chosen = chooseRules({ only, skip, require });
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline, cwd);
  for (const { file } of files) await checkWritable(file, cwd);
  return { chosen, files, baseline };
}

async function read(names: readonly string[], options: CheckCommandOptions, io: Io): Promise<Recording> {
  const { baseUrl, formSlug, inputParameter: inputParameters } = options;
  const webhookSecret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  try {
    const known = { baseUrl, formSlug, inputParameters, webhookSecret, cwd: io.cwd };
    return await readRecordings(names, known, io.signal);
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}

function print(report: ConformanceReport, options: CheckCommandOptions, { stdout, env }: Io): void {
  if (options.json === true) {
    stdout.write(jsonReport(report));
    return;
  }
  const page = {
    paint: createPaint(stdout, env),
    columns: stdout.columns,
    verbose: options.verbose === true,
    quiet: options.quiet === true,
  };
  stdout.write(terminalReport(report, page));
}
