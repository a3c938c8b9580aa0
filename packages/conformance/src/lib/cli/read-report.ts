import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { checkValue, CliError, parseJsonFile, systemErrorState } from '@idvkit/cli-kit';
import { at } from '@idvkit/json';
import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';

/** A saved report, with the bytes of its file. */
export interface SavedReport {
  readonly report: ConformanceReport;
  readonly bytes: Uint8Array;
}

/** Reads a report that `--report json=FILE` wrote. @throws {CliError} `report-unreadable`. */
export async function readReport(file: string, cwd: string): Promise<SavedReport> {
  const unusable = (state: string, cause?: unknown): CliError =>
    new CliError({
      code: 'report-unreadable',
      message: `Cannot read the report "${file}": ${state}.`,
      fix: 'Name a file that this version of idv-conformance wrote with --report json=FILE.',
      cause,
    });
  const bytes = await readFile(resolve(cwd, file)).catch((cause: unknown) => {
    throw unusable(systemErrorState(cause), cause);
  });
  const value = parseJsonFile(bytes, unusable);
  if (at(value, 'format') !== 'idvkit.conformance-report') throw unusable('it is not a report of idv-conformance');
  const version = at(value, 'version');
  if (version !== 2) {
    throw unusable(
      `it has ${typeof version === 'number' ? `version ${version}` : 'no version'} of the format, not version 2`,
    );
  }
  return { report: checkValue<ConformanceReport>(conformanceReport, value, unusable), bytes };
}
