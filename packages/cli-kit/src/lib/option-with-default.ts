import { Option } from '@commander-js/extra-typings';

/** An option whose default is given as it would be typed. */
export interface OptionWithDefault<Flags extends string, Value> {
  readonly flags: Flags;
  readonly description: string;
  readonly parse: (text: string) => Value;
  /** Text that `parse` takes; the help prints it. */
  readonly defaultText: string;
}

/**
 * Creates an option from the text of its default, so that the help prints a value that can be typed back: `1s`, not the 1000 that
 * it is parsed to.
 *
 * @example
 * program.addOption(optionWithDefault({ flags: '--for <duration>', description: 'How long', parse: parseDuration, defaultText: '1s' }));
 */
export function optionWithDefault<Flags extends string, Value>({
  flags,
  description,
  parse,
  defaultText,
}: OptionWithDefault<Flags, Value>): Option<NoInfer<Flags>, undefined, NoInfer<Value>, NoInfer<Value>> {
  return new Option(flags, description)
    .argParser((text: string): Value => parse(text))
    .default<Value>(parse(defaultText), defaultText);
}
