import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';

import { addCommands, type Tool } from './command-table.ts';
import type { Io } from './io.ts';

/**
 * Returns what may stand in place of the last word of a command line: commands, options, and the values of closed sets. Only the
 * named command is loaded. Empty: the shell completes files.
 *
 * @param words Words after the name of the tool. The last one is being typed and may be empty.
 * @param valuesOf Values of an option or argument beyond its choices, by its name and that of its command: `fault` of `check`.
 */
export async function completeWords(
  tool: Tool,
  words: readonly string[],
  {
    io,
    valuesOf,
  }: { readonly io: Io; readonly valuesOf: (name: string, command: string) => Promise<readonly string[]> },
): Promise<readonly string[]> {
  const [before, last = ''] = [words.slice(0, -1), words.at(-1)];
  const run = (): (() => Promise<void>) => () => Promise.resolve();
  const program = new Command(tool.name).option('-V, --version').option('-h, --help');
  await addCommands(program, {
    path: tool.name,
    commands: tool.commands,
    argv: before,
    context: { io, argv: before, run, serve: run },
  });
  const command = namedCommand(program, before);
  const found = await candidates(command, { before, last, valuesOf });
  return [...new Set(found)].filter((each) => each.startsWith(last));
}

function namedCommand(program: CommandUnknownOpts, words: readonly string[]): CommandUnknownOpts {
  let command = program;
  for (const word of words) {
    command = command.commands.find((each) => each.name() === word) ?? command;
  }
  return command;
}

async function candidates(
  command: CommandUnknownOpts,
  {
    before,
    last,
    valuesOf,
  }: {
    readonly before: readonly string[];
    readonly last: string;
    readonly valuesOf: (name: string, command: string) => Promise<readonly string[]>;
  },
): Promise<readonly string[]> {
  const visible = command.options.filter(({ hidden }) => !hidden);
  const option = visible.find(({ short, long }) => [short, long].includes(before.at(-1)));
  if (option?.required === true) return option.argChoices ?? valuesOf(option.name(), command.name());
  if (last.startsWith('-'))
    return [...visible.flatMap(({ long }) => (long === null || long === undefined ? [] : [long])), '--help'];
  const [argument] = command.registeredArguments;
  const values =
    argument === undefined ? [] : (argument.argChoices ?? (await valuesOf(argument.name(), command.name())));
  return [...command.commands.map((each) => each.name()), ...values];
}
