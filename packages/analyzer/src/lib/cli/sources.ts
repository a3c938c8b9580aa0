import { CliError, type Io } from '@idvkit/cli-kit';

import type { InputSource } from '../input/input-source.ts';
import { resolveInputs, type ResolvedInputs } from '../input/resolve-inputs.ts';

/** Finds the inputs that arguments name. Prints on stderr what was left out. */
export async function findSources(
  inputs: readonly string[],
  { lines }: { readonly lines?: boolean | undefined },
  io: Io,
): Promise<ResolvedInputs> {
  const found = await resolveInputs(inputs, { cwd: io.cwd, lines: lines === true });
  for (const note of found.notes) io.stderr.write(`idv-analyze: ${note}\n`);
  return found;
}

/** Returns the only input. @throws {CliError} `usage` if there are several. */
export function onlySource([first, ...others]: readonly InputSource[], what: string): InputSource {
  if (first && others.length === 0) return first;
  throw wrongUse(`${what} at one input, and there are ${others.length + (first ? 1 : 0)}.`);
}

/** Creates the error for options that do not go together. */
export function wrongUse(message: string): CliError {
  return new CliError({ code: 'usage', message, fix: 'Run "idv-analyze --help" to see what goes together.' });
}
