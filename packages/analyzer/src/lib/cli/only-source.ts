import { CliError } from '@idvkit/cli-kit';

import type { InputSource } from '../input/input-source.ts';

/** The one input there is. @throws {CliError} `usage` where there are several. */
export function onlySource([first, ...others]: readonly InputSource[], what: string): InputSource {
  if (first && others.length === 0) return first;
  throw wrongUse(`${what} at one input, and there are ${others.length + (first ? 1 : 0)}.`);
}

/** Options that do not go together. */
export function wrongUse(message: string): CliError {
  return new CliError({ code: 'usage', message, fix: 'Run "idv-analyze --help" to see what goes together.' });
}
