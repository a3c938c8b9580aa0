import { resolve } from 'node:path';

import { checkValue, CliError, readJsonFile, writeFileAtomic, type Io } from '@idvkit/cli-kit';
import { sendBaseline, type SendBaseline, type SendReport } from '@idvkit/schema/formats';

import { toJunit } from '../send/junit.ts';
import { recordSendBaseline } from '../send/send-baseline.ts';
import type { ReportTarget } from './send-options.ts';

/** Reads the answers that a baseline remembers. @throws {CliError} `baseline-unreadable`. */
export async function readSendBaseline(file: string, io: Io): Promise<SendBaseline> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'baseline-unreadable',
      message: `Cannot read the baseline "${file}": ${state}.`,
      fix: 'Make one with idv-replay send … --record-baseline FILE.',
      cause,
    });
  return checkValue(sendBaseline, await readJsonFile(resolve(io.cwd, file), { unusable }), unusable);
}

/** Writes the answers of a run into a baseline. A run that was cut short is none to compare with. */
export async function writeSendBaseline(report: SendReport, file: string, io: Io): Promise<void> {
  if (!report.complete) {
    io.stderr.write(`idv-replay: The baseline "${file}" was not written: the run was cut short\n`);
    return;
  }
  const baseline = recordSendBaseline(report, new Date().toISOString());
  await writeFileAtomic(resolve(io.cwd, file), `${JSON.stringify(baseline, undefined, 2)}\n`);
}

/** Writes reports, also of a run that was cut short: they say so. */
export async function writeReports(report: SendReport, targets: readonly ReportTarget[], io: Io): Promise<void> {
  for (const { kind, file } of targets) {
    const text = kind === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : toJunit(report);
    await writeFileAtomic(resolve(io.cwd, file), text);
  }
}
