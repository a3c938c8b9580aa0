import { checkValue, parseJsonFile, readBytes, cannot } from '@idvkit/cli-kit';
import { at } from '@idvkit/json';
import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';

/** Reads a report that `--report json=FILE` wrote. @throws {CliError} `report-unreadable`. */
export async function readReport(file: string, cwd: string): Promise<ConformanceReport> {
  const fix = 'Name a file that this version of idvkit wrote with --report json=FILE.';
  const unusable = cannot('report-unreadable', `read the report "${file}"`, fix);
  const value = await parseJsonFile(await readBytes(file, { cwd }, unusable), unusable);
  if (at(value, 'format') !== 'idvkit.conformance-report') throw unusable('it is not a report of idvkit');
  const version = at(value, 'version');
  if (version !== 1) {
    throw unusable(
      `it has ${typeof version === 'number' ? `version ${version}` : 'no version'} of the format, not version 1`,
    );
  }
  return checkValue<ConformanceReport>(conformanceReport, value, unusable);
}
