import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';
import { systemErrorState } from './system-error.ts';

/**
 * Makes the error of what is in the way, which ends a message: `it does not exist`, `it is not JSON (line 3, column 7)`. Nothing of the
 * file is quoted in it.
 */
export type Unusable = (state: string, cause?: unknown) => Error;

/**
 * Returns what makes the errors of something that cannot be done.
 *
 * @param action What cannot be done, as in `read the report "report.json"`.
 *
 * @example
 * throw cannot('report-unreadable', `read the report "${file}"`, 'Name a file that exists.')('it is empty');
 */
export function cannot(code: string, action: string, fix: string): (state: string, cause?: unknown) => CliError {
  return (state, cause) => new CliError({ code, message: `Cannot ${action}: ${state}.`, fix, cause });
}

/** Reads a file, or stdin for `-` where there is one. @throws what `unusable` makes of it, if it cannot be read. */
export async function readBytes(
  file: string,
  { cwd, stdin }: Pick<Io, 'cwd'> & Partial<Pick<Io, 'stdin'>>,
  unusable: Unusable,
): Promise<Buffer> {
  try {
    return await (file === '-' && stdin ? buffer(stdin) : readFile(resolve(cwd, file)));
  } catch (cause) {
    throw unusable(systemErrorState(cause), cause);
  }
}
