import { Command, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings';

import { addCommands, type Tool } from './command-table.ts';
import type { Io } from './io.ts';

/** An option as `--help` lists it. */
export interface OptionDescription {
  /** Long flag with its argument: `--rate <n/s>`. */
  readonly flags: string;
  readonly description: string;
  /** Heading that it stands under. */
  readonly group?: string | undefined;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  /** Value if the option is left out, as it can be typed. */
  readonly default?: string | undefined;
  readonly choices?: readonly string[] | undefined;
}

/** A command as `--help` describes it. */
export interface CommandDescription {
  /** Words after the name of the tool: `['archive', 'verify']`. */
  readonly path: readonly string[];
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly isRequired: boolean }[];
  /** Options without `--help`. */
  readonly options: readonly OptionDescription[];
}

/** Returns every command of a tool that can be run, in the order of its help. */
export async function describeCommands(tool: Tool, io: Io): Promise<readonly CommandDescription[]> {
  const program = new Command(tool.name);
  const run = (): (() => Promise<void>) => () => Promise.resolve();
  await addCommands(program, {
    path: tool.name,
    commands: tool.commands,
    argv: undefined,
    context: { io, argv: [], run, serve: run },
  });
  const below = (command: CommandUnknownOpts, path: readonly string[]): readonly CommandDescription[] => [
    ...(isRunnable(command) ? [describe(command, path)] : []),
    ...command.commands.flatMap((each) => below(each, [...path, each.name()])),
  ];
  return program.commands.flatMap((command) => below(command, [command.name()]));
}

/** A group of commands has neither arguments nor options. */
function isRunnable({ commands, options, registeredArguments }: CommandUnknownOpts): boolean {
  return commands.length === 0 || options.length > 0 || registeredArguments.length > 0;
}

function describe(command: CommandUnknownOpts, path: readonly string[]): CommandDescription {
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: argument.description,
      isRequired: argument.required,
    })),
    options: command.options.filter(({ hidden }) => !hidden).map(describeOption),
  };
}

function describeOption(option: Option): OptionDescription {
  const { flags, description, helpGroupHeading, mandatory, defaultValue, defaultValueDescription, argChoices } = option;
  const isList = Array.isArray(defaultValue);
  const text = defaultValueDescription ?? (defaultValue === undefined || isList ? undefined : String(defaultValue));
  return {
    flags: flags.replace(/^-\w, /, ''),
    description,
    ...(helpGroupHeading !== undefined && { group: helpGroupHeading.replace(/:$/, '') }),
    isRequired: mandatory,
    isRepeatable: isList || description.endsWith('repeatable'),
    ...(text !== undefined && { default: text }),
    ...(argChoices && { choices: argChoices }),
  };
}
