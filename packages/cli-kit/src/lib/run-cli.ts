import { Command, CommanderError, Help, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';

import { hasColors } from './colors.ts';
import { ExitCode } from './exit-code.ts';
import { reportFailure } from './failure-message.ts';
import type { Io } from './io.ts';
import { parseChoice } from './option-parsers.ts';
import { wrapHelp } from './wrap-help.ts';

/** Context of the actions of a program. */
export interface CliContext {
  readonly io: Io;
  /** Arguments without `node` and the script; `help list` has become `list --help`. */
  readonly argv: readonly string[];
  /** Makes an action of a function that says how the command ended; without a word it ended in order. */
  readonly run: <Args extends unknown[]>(
    action: (...args: Args) => Promise<ExitCode | void> | ExitCode | void,
  ) => (...args: Args) => Promise<void>;
  /** As `run`, for a server, which ends when it is interrupted: its result counts then, too. */
  readonly serve: CliContext['run'];
}

/** A command line to run. */
export interface CliOptions {
  /** As typed: `idvkit`. */
  readonly name: string;
  readonly version: string;
  /** Arguments alone, without `node` and the script. */
  readonly argv: readonly string[];
  readonly io: Io;
  /** Adds description, arguments, options, commands and actions, now or later. Commands must be made by `program.command(…)`. */
  readonly program: (program: Command, context: CliContext) => unknown;
}

/**
 * Parses a command line and runs what it asks for. Nothing is thrown and the process is left alone: whatever goes wrong
 * is one message on stderr and an {@link ExitCode}.
 *
 * @returns What the action returned, but the code of an interruption once `io.signal` has aborted (see `serve`); 0 for `--help` and
 *   `--version`; 2 for a wrong command line and for what the action threw, unless a `CliError` says otherwise.
 */
export async function runCli(options: CliOptions): Promise<ExitCode> {
  const { name, version, io } = options;
  // `help list` prints what `list --help` prints.
  const argv = options.argv[0] === 'help' ? [...options.argv.slice(1), '--help'] : options.argv;
  let ended: ExitCode = ExitCode.ok;
  let isServed = false;
  const run: CliContext['run'] =
    (action) =>
    async (...args) => {
      ended = (await action(...args)) ?? ExitCode.ok;
    };
  const serve: CliContext['run'] =
    (action) =>
    async (...args) => {
      ended = (await action(...args)) ?? ExitCode.ok;
      isServed = true;
    };
  const program = new Command(name)
    .version(version, '-V, --version', 'Print the version')
    .helpOption('-h, --help', 'Print this help')
    .helpCommand(false)
    .configureHelp({
      optionDescription: describeOption,
      commandUsage: usageOf,
      subcommandTerm: (command) => command.name(),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(wrapHelp(text, io.stdout.columns)),
      writeErr: (text) => io.stderr.write(wrapHelp(text, io.stderr.columns)),
      // The message arrives again with the error that is thrown next.
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
      getOutHasColors: () => hasColors(io.stdout, io.env),
      getErrHasColors: () => hasColors(io.stderr, io.env),
    });
  try {
    await options.program(program, { io, argv, run, serve });
    suggestChoices(program);
    // Commander prints the help of the program for a command that it does not know.
    const isUnknown = argv !== options.argv && program.commands.length > 0 && typedCommand(program, argv) === name;
    await program.parseAsync(isUnknown ? argv.slice(0, 1) : [...argv], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && SHOWN.has(error.code)) {
      // Help that was not asked for stands in for the command that is missing.
      return error.exitCode === 0 ? ExitCode.ok : ExitCode.error;
    }
    if (io.signal.aborted) return ExitCode.interrupted;
    return reportFailure(error, { typed: typedCommand(program, argv), json: isJson(argv) }, io);
  }
  return io.signal.aborted && !isServed ? ExitCode.interrupted : ended;
}

const SHOWN: ReadonlySet<string> = new Set(['commander.help', 'commander.helpDisplayed', 'commander.version']);

/** Checks if a command line asks for JSON. Words after `--` are not options. */
export function isJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json');
}

/** Lets every option and argument with choices suggest the closest one. */
function suggestChoices({ commands, options, registeredArguments }: CommandUnknownOpts): void {
  for (const taken of [...options, ...registeredArguments]) {
    if (taken.argChoices) taken.argParser(parseChoice(taken.argChoices));
  }
  for (const command of commands) suggestChoices(command);
}

/** Returns the name of the program and of the commands that are named: `idvkit archive verify`. */
function typedCommand(program: CommandUnknownOpts, [first, ...rest]: readonly string[]): string {
  const command = program.commands.find((each) => each.name() === first);
  return command === undefined ? program.name() : `${program.name()} ${typedCommand(command, rest)}`;
}

/** Says that an option is required, or may come again, where its default, an empty list, would say nothing. */
function describeOption(option: Option): string {
  const { defaultValue, description, mandatory } = option;
  const isList = Array.isArray(defaultValue) && defaultValue.length === 0;
  const listText = description.endsWith('repeatable') ? description : `${description}; repeatable`;
  const text = isList ? listText : new Help().optionDescription(option);
  return mandatory ? `${text} (required)` : text;
}

/** Returns the usage with the options that are required: `idvkit archive scrub --out <folder> [options]`. */
function usageOf(command: CommandUnknownOpts): string {
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags.replace(/^-\w, /, ''));
  const usage = new Help().commandUsage(command);
  return required.length === 0 ? usage : usage.replace('[options]', `${required.join(' ')} [options]`);
}
