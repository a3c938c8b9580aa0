import { CliError, collect, collectEach } from '@idvkit/cli-kit';
import { InvalidArgumentError } from 'commander';

/** Arguments of `command.option()` for the hosts that captures may go to. */
export const ALLOW_HOST_OPTION = [
  '--allow-host <host>',
  'Host besides loopback that captures may go to',
  collect,
  [],
] as const;

/** Turns the RangeError of a parser into a usage message, which repeats the value. */
export function asArgument<Value>(parse: (text: string) => Value): (text: string) => Value {
  return rethrowing(parse, ({ message }) => new InvalidArgumentError(`${message}.`));
}

/** Collects a repeatable option. Messages do not repeat the value: it may be personal, or a secret. */
export function collectPrivate<Value>(flag: string, parse: (text: string) => Value) {
  const fix = 'Run "idvkit send --help" to see what it takes.';
  const unusable = (cause: RangeError): CliError =>
    new CliError({ code: 'option-unusable', message: `Cannot use ${flag}: ${cause.message}.`, fix, cause });
  return collectEach(rethrowing(parse, unusable));
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
