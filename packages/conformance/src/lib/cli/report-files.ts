import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import {
  CliError,
  systemErrorCode,
  systemErrorState,
  writeFileAtomic,
  type Io,
  type ReportFile,
} from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { readBaselineIfThere, writeBaseline } from '../report/baseline/baseline-file.ts';
import { REPORT_KINDS, REPORT_WRITERS, type ReportKind } from '../report/report-writers.ts';

/** Kinds of files that a run can write. */
export const FILE_KINDS: readonly FileKind[] = [...REPORT_KINDS, 'baseline'];

export type FileKind = ReportKind | 'baseline';

type Files = readonly ReportFile<FileKind>[];

/** File name for stdout, where GitHub Actions looks for annotations. */
export const STDOUT = '-';

/** Checks reports before the run. @throws {CliError} `report-unusable`, `file-unwritable`, `baseline-invalid`. */
export async function checkReportFiles(
  files: Files,
  { cwd, json = false }: { readonly cwd: string; readonly json?: boolean | undefined },
): Promise<void> {
  for (const { kind, file } of files) {
    if (file === STDOUT && kind !== 'github') throw unusableReport(`only github can go to stdout, not ${kind}`);
    if (file === STDOUT && json) throw unusableReport('stdout holds only the document of --json');
  }
  if (new Set(files.map(({ file }) => file)).size < files.length) throw unusableReport('two reports share a file');
  for (const { kind, file } of files) {
    if (file !== STDOUT) await checkWritable(file, cwd);
    if (kind === 'baseline') await readBaselineIfThere(file, cwd);
  }
}

/**
 * Writes reports atomically. All others are written before one that fails throws `file-unwritable`. An interrupted run is not a
 * baseline.
 */
export async function writeReportFiles(
  files: Files,
  reportFor: (kind: FileKind) => ConformanceReport,
  { cwd, stdout, stderr }: Pick<Io, 'cwd' | 'stdout' | 'stderr'>,
): Promise<void> {
  const results = await Promise.allSettled(
    files.map(async ({ kind, file }) => {
      const report = reportFor(kind);
      if (kind === 'baseline') {
        if (report.complete) return writeBaseline(report, file, cwd);
        return stderr.write(`idvkit: The baseline "${file}" was not written: the run was cut short\n`);
      }
      const content = REPORT_WRITERS[kind](report);
      if (file !== STDOUT) await writeFileAtomic(resolve(cwd, file), content);
      else for (const part of typeof content === 'string' ? [content] : content) stdout.raw(part);
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

function unusableReport(state: string): CliError {
  return new CliError({
    code: 'report-unusable',
    message: `Cannot write a report: ${state}.`,
    fix: `Give KIND=FILE, such as junit=out/junit.xml. Kinds are ${FILE_KINDS.join(', ')}.`,
  });
}

/** Checks before a long run that a file can be written. @throws {CliError} `file-unwritable`. */
export async function checkWritable(file: string, cwd: string): Promise<void> {
  try {
    await access(await writtenPlace(resolve(cwd, file)), constants.W_OK);
  } catch (cause) {
    throw new CliError({
      code: 'file-unwritable',
      message: `Cannot write "${file}": ${systemErrorState(cause)}.`,
      fix: 'Name a file in a folder that you may write to.',
      cause,
    });
  }
}

/** Returns what must be writable: a special file itself, else its nearest existing folder. */
async function writtenPlace(path: string): Promise<string> {
  try {
    const existing = await stat(path);
    if (existing.isDirectory()) throw Object.assign(new Error('A folder'), { code: 'EISDIR' });
    return existing.isFile() ? dirname(path) : path;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  let folder = dirname(path);
  for (;;) {
    try {
      if ((await stat(folder)).isDirectory()) return folder;
      throw Object.assign(new Error('No folder'), { code: 'ENOTDIR' });
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT' || folder === dirname(folder)) throw error;
      folder = dirname(folder);
    }
  }
}
