import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { CliError, systemErrorCode, systemErrorState } from '@idvkit/cli-kit';

/** Kinds of report that a file can be written as. */
const REPORT_KINDS = ['json', 'junit', 'html', 'har', 'markdown', 'github'] as const;

export type ReportKind = (typeof REPORT_KINDS)[number];

/** A report to write: `--report junit=out/junit.xml`. */
export interface ReportFile {
  readonly kind: ReportKind;
  /** As the user gave it; {@link STDOUT} for `github` alone. */
  readonly file: string;
}

/** Stands for the standard output, where GitHub Actions looks for annotations. */
export const STDOUT = '-';

/**
 * Reads the reports that are asked for, each as `KIND=FILE`.
 *
 * @param options `json`: whether one JSON document is all that stdout may hold.
 * @throws {CliError} `report-unusable` if one is not that, or of a kind that there is not, or two share a file, or one is to
 *   go where it cannot.
 */
export function reportFiles(
  texts: readonly string[],
  { json = false }: { readonly json?: boolean | undefined } = {},
): readonly ReportFile[] {
  const files = texts.map((text): ReportFile => {
    const [named = '', file = ''] = text.split(/=(.*)/s, 2);
    const kind = REPORT_KINDS.find((known) => known === named);
    if (kind === undefined) throw unusable(`"${named}" is no kind of report`);
    if (file === '') throw unusable(`no file is given for ${kind}`);
    if (file === STDOUT && kind !== 'github') throw unusable(`stdout takes github alone, not ${kind}`);
    if (file === STDOUT && json) throw unusable('stdout takes nothing beside the document of --json');
    return { kind, file };
  });
  if (new Set(files.map(({ file }) => file)).size < files.length) throw unusable('two reports share a file');
  return files;
}

function unusable(state: string): CliError {
  return new CliError({
    code: 'report-unusable',
    message: `Cannot write a report: ${state}.`,
    fix: `Give KIND=FILE, such as junit=out/junit.xml; kinds are ${REPORT_KINDS.join(', ')}.`,
  });
}

/**
 * Makes sure that a file can be written once the run is over: a run may take long, and its reports are what it is for.
 *
 * @throws {CliError} `file-unwritable` if it is a folder, or neither it nor the folder that it would be made in may be written.
 */
export async function checkWritable(file: string, cwd: string): Promise<void> {
  if (file === STDOUT) return;
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

/** What has to be writable: the file itself where it is no ordinary one, otherwise the folder nearest to it that exists. */
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
