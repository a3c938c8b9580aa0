import { CliError, createPaint, requireSecret, type CliContext, type ExitCode } from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/conformance-run.ts';
import { createMasker } from '../masking/create-masker.ts';
import type { ReceiverAuditOptions } from '../receiver-audit/audit-options.ts';
import { buildReport } from '../report/build-report.ts';
import { terminalReport } from '../report/terminal/terminal-report.ts';
import { receiverRules } from '../rules/receiver.ts';
import { chooseRules } from './chosen-rules.ts';
import { createProgressLine } from './progress-line.ts';
import { checkWritable, reportFiles } from './report-file.ts';
import { jsonReport, writeReports } from './write-reports.ts';

/** Options of `idv-conformance receiver`. */
export interface ReceiverCommandOptions {
  readonly url: string;
  readonly probe?: string | undefined;
  readonly maxBody?: number | undefined;
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly require?: readonly string[] | undefined;
  readonly report?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly failOnWarning?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

/** What the command takes from outside, so that tests can put something else in its place. */
export interface ReceiverCommandTools {
  readonly auditReceiver: (options: ReceiverAuditOptions) => Promise<ConformanceRun>;
  readonly clock: { now(): number };
  readonly tool: { readonly name: string; readonly version: string };
  /** Key of the fingerprints; a fresh one where it is left out. */
  readonly fingerprintKey?: string;
}

/**
 * Audits a receiver and reports what came of it.
 *
 * @throws {CliError} if what was given is wrong, or the receiver cannot be audited.
 */
export async function receiverCommand(
  options: ReceiverCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: ReceiverCommandTools,
): Promise<ExitCode> {
  const { url, probe, maxBody, only, skip = [], seed, failOnWarning = false } = options;
  const files = reportFiles(options.report ?? [], options);
  const { required } = chooseRules({ only, skip, require: options.require ?? [], among: receiverRules });
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  for (const { file } of files) await checkWritable(file, io.cwd);

  const { tool, clock, fingerprintKey: key } = tools;
  const progress = createProgressLine(io, { isQuiet: options.quiet === true, clock });
  const run = await tools
    .auditReceiver({
      url,
      secret,
      skip,
      ...(only === undefined ? {} : { only }),
      ...(probe === undefined ? {} : { probe }),
      ...(maxBody === undefined ? {} : { maxBodyBytes: maxBody }),
      ...(seed === undefined ? {} : { seed }),
      signal: io.signal,
      onProgress: progress.show,
    })
    .finally(() => progress.end());

  const masker = createMasker(run, key === undefined ? {} : { key });
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const report = buildReport(run, { masker, tool, required, failOnWarning, today });
  const { passed, failed, warned } = report.summary;
  const isUnjudged = report.problem !== undefined && passed + failed + warned === 0;
  if (options.json === true) io.stdout.write(jsonReport(report));
  else if (!isUnjudged) {
    const paint = createPaint(io.stdout, io.env);
    const { columns } = io.stdout;
    const page = { paint, columns, verbose: options.verbose === true, quiet: options.quiet === true };
    io.stdout.write(terminalReport(report, page));
  }
  await writeReports(files, { run, report, masker, failOnWarning }, io);
  if (isUnjudged && report.problem !== undefined) throw new CliError(report.problem);
  // The code is one of those that `exitOf` decides on.
  return report.exit.code as ExitCode;
}
