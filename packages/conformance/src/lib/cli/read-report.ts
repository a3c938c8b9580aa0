import { checkValue, parseJsonFile, readBytes, cannot } from '@idvkit/cli-kit';
import { at } from '@idvkit/json';
import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';

/** Reads a report that `--report json=FILE` wrote, and the bytes of its file. @throws {CliError} `report-unreadable`. */
export async function readReport(
  file: string,
  cwd: string,
): Promise<{ readonly report: ConformanceReport; readonly bytes: Uint8Array }> {
  const fix = 'Name a file that this version of idv-conformance wrote with --report json=FILE.';
  const unusable = cannot('report-unreadable', `read the report "${file}"`, fix);
  const bytes = await readBytes(file, { cwd }, unusable);
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
