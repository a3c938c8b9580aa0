import { CliError, collect, optionWithDefault, parseDuration, type CliErrorOptions } from '@idvkit/cli-kit';
import { InvalidArgumentError } from 'commander';

/** Arguments of `command.option()` for the hosts that captures may go to. */
export const ALLOW_HOST_OPTION: readonly ['--allow-host <host>', string, typeof collect, readonly string[]] = [
  '--allow-host <host>',
  'Host besides loopback that captures may go to',
  collect,
  [],
];

/** Creates the option for the time between retries. */
export const retrySpacingOption = (): ReturnType<typeof optionWithDefault<'--retry-spacing <duration>', number>> =>
  optionWithDefault({
    flags: '--retry-spacing <duration>',
    description: 'Time between retries after 5xx',
    parse: parseDuration,
    defaultText: '1s',
  });

/** Turns the RangeError of a parser into a usage message, which repeats the value. */
export function asArgument<Value>(parse: (text: string) => Value): (text: string) => Value {
  return rethrowing(parse, ({ message }) => new InvalidArgumentError(`${message}.`));
}

/** Collects a repeatable option. Messages do not repeat the value: it may be personal, or a secret. */
export function collectPrivate<Value>(
  flag: string,
  parse: (text: string) => Value,
): (text: string, before: readonly Value[]) => readonly Value[] {
  const parsed = rethrowing(parse, (cause) => {
    const failure: CliErrorOptions = {
      code: 'option-unusable',
      message: `Cannot use ${flag}: ${cause.message}.`,
      fix: 'Run "idv-replay send --help" to see what it takes.',
      cause,
    };
    return new CliError(failure);
  });
  return (text, before) => [...before, parsed(text)];
}

function rethrowing<Value>(
  parse: (text: string) => Value,
  toError: (cause: RangeError) => Error,
): (text: string) => Value {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof RangeError ? toError(error) : error;
    }
  };
}
