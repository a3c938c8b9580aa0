import { Option } from '@commander-js/extra-typings';

/**
 * Creates an option that still parses under an old spelling and that help leaves out.
 *
 * @param flags Old spelling, with its argument.
 * @param parse Parser of the option that replaces it.
 *
 * @example
 * program.addOption(deprecatedOption('--oddity <id>', collect));
 */
export function deprecatedOption<Flags extends string, Value>(
  flags: Flags,
  parse: (value: string, previous: Value) => Value,
): Option<NoInfer<Flags>, undefined, undefined, Value> {
  return new Option(flags).hideHelp().argParser(parse);
}
