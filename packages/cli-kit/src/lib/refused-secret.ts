import { Option } from '@commander-js/extra-typings';

import { CliError } from './cli-error.ts';

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
