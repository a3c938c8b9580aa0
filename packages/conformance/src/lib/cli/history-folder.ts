import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { CliError, systemErrorCode, systemErrorState, writeFileAtomic, type Io } from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { readReport } from './read-report.ts';

/** Reports of a history folder that are read, newest first. */
const MAX_REPORTS = 100;

/** Reads a saved report; of a history folder the newest. @throws {CliError} `report-unreadable`. */
export async function readEarlier(file: string, cwd: string): Promise<ConformanceReport> {
  const [newest] = (await namesIn(resolve(cwd, file))) ?? [];
  return readReport(newest === undefined ? file : join(file, newest), cwd);
}

/** Reads the reports of a history folder, oldest first; none if there is no such folder. Unreadable ones are left out. */
export async function readHistory(
  folder: string,
  { cwd, stderr }: Pick<Io, 'cwd' | 'stderr'>,
): Promise<readonly ConformanceReport[]> {
  const names = (await namesIn(resolve(cwd, folder))) ?? [];
  const newest = names.slice(0, MAX_REPORTS).toReversed();
  const read = await Promise.all(
    newest.map(async (name) => {
      try {
        return [await readReport(join(folder, name), cwd)];
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        stderr.write(`idv-conformance: ${error.message} The history leaves it out.\n`);
        return [];
      }
    }),
  );
  return read.flat();
}

/** Adds a report to a history folder, as a new file: `2026-01-05T03-00-00.000Z.json`. Only the owner can read it. */
export async function addToHistory(report: ConformanceReport, folder: string, cwd: string): Promise<void> {
  const path = resolve(cwd, folder);
  const start = report.startedAt.replaceAll(':', '-');
  const taken = new Set(await namesIn(path));
  let name = `${start}.json`;
  for (let copy = 2; taken.has(name); copy += 1) name = `${start}_${copy}.json`;
  await writeFileAtomic(join(path, name), `${JSON.stringify(report)}\n`);
}

/** Lists the reports of a folder, newest first; undefined if it is not a folder. */
async function namesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    const names = await readdir(folder);
    return names
      .filter((name) => /^\d{4}-\d\d-\d\dT[\d.-]+Z(?:_\d+)?\.json$/.test(name))
      .toSorted((one, other) => (one < other ? 1 : -1));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw new CliError({
      code: 'report-unreadable',
      message: `Cannot read the folder "${folder}": ${systemErrorState(error)}.`,
      fix: 'Name a folder that you may read.',
      cause: error,
    });
  }
}
