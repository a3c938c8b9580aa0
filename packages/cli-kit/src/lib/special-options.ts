import { Option } from '@commander-js/extra-typings';

import { CliError } from './cli-error.ts';

/** Options that a function adds to a command. */
export type OptionsOf<
  Define extends (command: never) => { opts(): unknown },
  Options = ReturnType<ReturnType<Define>['opts']>,
> = {
  readonly [Name in keyof Options]:
    | (Options[Name] extends true | undefined ? boolean : Options[Name])
    | (object extends Pick<Options, Name> ? undefined : never);
};

/**
 * Creates an option from the text of its default, so that the help prints a value that can be typed back: `1s`, not the 1000 that
 * it is parsed to.
 *
 * @example
 * program.addOption(optionWithDefault('--for <duration>', 'How long', [parseDuration, '1s']));
 */
export function optionWithDefault<Flags extends string, Value>(
  flags: Flags,
  description: string,
  [parse, defaultText]: readonly [parse: (text: string) => Value, defaultText: string],
): Option<NoInfer<Flags>, undefined, NoInfer<Value>, NoInfer<Value>> {
  return new Option(flags, description)
    .argParser((text: string): Value => parse(text))
    .default<Value>(parse(defaultText), defaultText);
}

/**
 * Creates a hidden option that refuses the secret it is given and names the variable to use. A command that merely lacked the option
 * would repeat `--token=VALUE` as an unknown one.
 *
 * @param env Variable that holds the secret, for `readSecret`.
 *
 * @example
 * program.addOption(refusedSecret('--token <token>', 'IDV_API_TOKEN'));
 */
export function refusedSecret<Flags extends string>(flags: Flags, env: string): Option<NoInfer<Flags>> {
  const [flag] = flags.split(' ', 1);
  return new Option(flags).hideHelp().argParser((): never => {
    throw new CliError({
      code: 'secret-in-argument',
      message: `Cannot take a secret from ${flag}: every process can read an argument.`,
      fix: `Set ${env}, or ${env}_FILE to the path of a file that holds it.`,
    });
  });
}
