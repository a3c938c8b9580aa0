import { runTool, type CommandEntry } from './command-table.ts';
import type { Main } from './io.ts';

/**
 * Creates the command line `idvkit` of these commands only, for the tests of the package that has them.
 *
 * @param first Words that come before the arguments: `['analyze']`.
 */
export function commandLine(commands: readonly CommandEntry[], first: readonly string[] = []): Main {
  const tool = { name: 'idvkit', version: '0.0.0', description: '', help: '', commands };
  return (argv, io) => runTool(tool, [...first, ...argv], io);
}
