import type { Command, Option } from '@commander-js/extra-typings';

import { CliError } from './cli-error.ts';
import { closest } from './closest.ts';
import { counted } from './count-text.ts';
import type { ExitCode } from './exit-code.ts';
import type { Io, Main } from './io.ts';
import { runCli, type CliContext } from './run-cli.ts';

/** Function that adds the arguments, options, help and action of a command. */
export type AddCommand = (command: Command, context: CliContext) => unknown;

/** Meanings of exit codes, by code. */
export type ExitMeanings = Readonly<Partial<Record<ExitCode, string | undefined>>>;

const EXIT_CODES: ExitMeanings = { 0: 'OK', 2: 'could not run', 130: 'interrupted' };

/** One command in a table of commands. Its code is loaded only if the command line names it. */
export interface CommandEntry {
  readonly name: string;
  /** One line for lists of commands and for the help of the command. */
  readonly description: string;
  /** Heading of the list that the command is in. Default: `Commands:`. */
  readonly group?: string;
  /** Meaning of exit codes, if it is not that of {@link EXIT_CODES}. `undefined`: the command never ends with it. */
  readonly exits?: ExitMeanings | undefined;
  /** Long flags of the options that `--help` prints, without their dashes. `--help --all` prints all. Default: all options. */
  readonly essential?: readonly string[];
  /** Loads the command. A group of commands has none. */
  readonly load?: (context: CliContext) => Promise<AddCommand>;
  /** Commands below this one: `idvkit archive verify`. */
  readonly commands?: readonly CommandEntry[];
}

/** A tool: a name, help, and a table of commands. */
export interface Tool {
  /** As typed: `idvkit`. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Text after the help: examples, where secrets come from. */
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
      refuseUnknown({ path: name, commands, argv: context.argv, context });
      program.description(description).addHelpText('after', `${help}\n${exitCodesText(exits)}`);
      return addCommands(program, { path: name, commands, argv: context.argv, context });
    },
  });
}

/** @throws {CliError} `command-unknown`, with the command that was probably meant: also one below another. */
function refuseUnknown({ path: name, commands, argv: [first] = [] }: Adding): void {
  if (first === undefined || first.startsWith('-') || commands.some((entry) => entry.name === first)) return;
  const paths = commands.flatMap((entry) => [
    [entry.name, entry.name] as const,
    ...(entry.commands ?? []).map((below) => [below.name, `${entry.name} ${below.name}`] as const),
  ]);
  const names = paths.map(([own]) => own);
  const [meant] = closest(first, names);
  const path = paths.find(([own]) => own === meant)?.[1];
  throw new CliError({
    code: 'command-unknown',
    message: `Unknown command "${first}".`,
    fix: `${path === undefined ? '' : `Did you mean "${name} ${path}"? `}Run "${name} --help" to see all commands.`,
  });
}

interface Adding {
  /** Words before these commands: `idvkit archive`. */
  readonly path: string;
  readonly commands: readonly CommandEntry[];
  /** Arguments that follow the name of the program. `undefined`: every command is loaded. */
  readonly argv: readonly string[] | undefined;
  readonly context: CliContext;
}

/** Adds a table of commands to a program. Only the named command gets its options and its action. */
export async function addCommands(program: Command, { path, commands, argv, context }: Adding): Promise<void> {
  // A command and one below it may have options of the same names.
  program.helpCommand(false).enablePositionalOptions();
  for (const entry of commands) {
    const command = program.command(entry.name).description(entry.description);
    if (entry.group !== undefined) command.helpGroup(entry.group);
    const own = `${path} ${entry.name}`;
    if (argv === undefined || argv[0] === entry.name) {
      await addCommand(command, entry, { path: own, argv: argv?.slice(1), context });
    } else refuseToRun(command, own);
  }
}

/** Lets a command that is not loaded fail: commander finds it behind an option or `--`, and would do nothing and succeed. */
function refuseToRun(command: Command, path: string): void {
  command
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new CliError({
        code: 'usage',
        message: `Cannot run "${path}": an option or -- comes before the name of the command.`,
        fix: `Begin with "${path}", and give options after it.`,
      });
    });
}

async function addCommand(
  command: Command,
  { load, exits, essential, commands }: CommandEntry,
  { path, argv, context }: Omit<Adding, 'commands'>,
): Promise<void> {
  if (load) (await load(context))(command, context);
  // Commands take over the settings for help of the command above them that are set by then.
  if (commands) await addCommands(command, { path, commands, argv, context });
  if (!load) {
    refuseUnknown({ path, commands: commands ?? [], argv, context });
    return;
  }
  if (essential && isShortHelp(context.argv)) showOnly(command, essential);
  command.addHelpText('after', exitCodesText(exits));
}

/** With `--help`, prints every option of a command. */
const ALL = '--all';

function isShortHelp(argv: readonly string[]): boolean {
  return (argv.includes('--help') || argv.includes('-h')) && !argv.includes(ALL);
}

/** Hides other options from the help of a command, and says how to see them. */
function showOnly(command: Command, essential: readonly string[]): void {
  const names = new Set([...essential.map((name) => `--${name}`), '--help']);
  const isShown = ({ long }: Option): boolean => long !== undefined && long !== null && names.has(long);
  const hidden = command.options.filter((option) => !option.hidden && !isShown(option)).length;
  if (hidden === 0) return;
  const help = command.createHelp();
  command.configureHelp({
    ...command.configureHelp(),
    visibleOptions: (of) => help.visibleOptions(of).filter(isShown),
  });
  command.addHelpText('after', `\n${counted(hidden, 'more option')}: --help ${ALL}`);
}
