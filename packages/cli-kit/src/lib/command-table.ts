import type { Command } from '@commander-js/extra-typings';

import type { ExitCode } from './exit-code.ts';
import type { Io, Main } from './io.ts';
import { runCli, type CliContext } from './run-cli.ts';

/** Function that adds the arguments, options, help and action of a command. */
export type AddCommand = (command: Command, context: CliContext) => unknown;

/** Meanings of exit codes, by code. */
export type ExitMeanings = Readonly<Partial<Record<ExitCode, string | undefined>>>;

const EXIT_CODES: ExitMeanings = { 0: 'OK', 2: 'could not run', 130: 'interrupted' };

/** One command in the table of a tool. Its code is loaded only if the command line names it. */
export interface CommandEntry {
  readonly name: string;
  /** One line for lists of commands and for the help of the command. */
  readonly description: string;
  /** Heading of the list that the command is in. Default: `Commands:`. */
  readonly group?: string;
  /** Meaning of exit codes, if it is not that of {@link EXIT_CODES}. `undefined`: the command never ends with it. */
  readonly exits?: ExitMeanings | undefined;
  /** Runs if no command is named. */
  readonly isDefault?: true;
  /** Loads the command. Its own commands, if it has any, are in `commands`. */
  readonly load: () => Promise<AddCommand>;
  readonly commands?: readonly CommandEntry[];
}

/** A tool: a name, help, and a table of commands. */
export interface Tool {
  /** As typed: `idv-replay`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Text after the help: examples, where secrets come from, exit codes. */
  readonly help: string;
  readonly exits?: ExitMeanings | undefined;
  readonly commands: readonly CommandEntry[];
}

/** Returns the lines of a help text that list the exit codes. */
export function exitCodesText(meanings: ExitMeanings = {}): string {
  const lines = Object.entries({ ...EXIT_CODES, ...meanings })
    .filter(([, meaning]) => meaning !== undefined)
    .map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`);
  return `\nExit codes:\n${lines.join('\n')}`;
}

/** Runs a tool: loads the command that is named, and lists the others by their table. */
export function runTool(tool: Tool, argv: readonly string[], io: Io): ReturnType<Main> {
  const { name, version, description, help, exits, commands } = tool;
  return runCli({
    name,
    version,
    argv,
    io,
    program: (program, context) => {
      program.description(description).addHelpText('after', `${help}\n${exitCodesText(exits)}`);
      return addCommands(program, { commands, argv: context.argv, context });
    },
  });
}

/**
 * Adds a table of commands to a program. Only the named command, or the default one, gets its options and its action.
 *
 * @param argv Arguments that follow the name of the program.
 */
export async function addCommands(
  program: Command,
  {
    commands,
    argv,
    context,
  }: { readonly commands: readonly CommandEntry[]; readonly argv: readonly string[]; readonly context: CliContext },
): Promise<void> {
  program.helpCommand(false);
  const [first = ''] = argv;
  const named = commands.find(({ name }) => name === first);
  const isProgramHelp = named === undefined && PROGRAM_OPTIONS.has(first);
  for (const entry of commands) {
    const command = program.command(entry.name, { isDefault: entry.isDefault === true }).description(entry.description);
    if (entry.group !== undefined) command.helpGroup(entry.group);
    if (entry !== named && (named !== undefined || isProgramHelp || entry.isDefault !== true)) continue;
    (await entry.load())(command, context);
    command.addHelpText('after', exitCodesText(entry.exits));
    if (entry.commands) await addCommands(command, { commands: entry.commands, argv: argv.slice(1), context });
  }
}

const PROGRAM_OPTIONS: ReadonlySet<string> = new Set(['-h', '--help', '-V', '--version']);
