import { inspect } from 'node:util';

import { CommanderError } from 'commander';

import { CliError } from './cli-error.ts';
import { createPaint } from './colors.ts';
import { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { printable } from './printable.ts';

/** Where to report what should never happen. */
export const ISSUES_URL = 'https://github.com/idvkit/idvkit/issues';

/** Message of a failed command. */
interface Failure {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  readonly exitCode: ExitCode;
}

export interface FailureContext {
  /** Name of the tool and its commands, for their help: `idvkit archive verify`. */
  readonly typed: string;
  /** Writes one line of JSON, `{"error":{"code","message","fix","exitCode"}}`, and no text. */
  readonly json: boolean;
}

/** Writes one clear message about an error, with a stack trace if `IDVKIT_DEBUG` is `1`. */
export function reportFailure(
  error: unknown,
  { typed, json }: FailureContext,
  io: Pick<Io, 'stderr' | 'env'>,
): ExitCode {
  const failure = failureOf(error, typed);
  const details = error instanceof CliError ? error.details : [];
  if (json) {
    const { code, message, fix, exitCode } = failure;
    const all = { code, message, fix, exitCode, ...(details.length > 0 && { details }) };
    io.stderr.write(`${JSON.stringify({ error: all })}\n`);
  } else {
    const [name] = typed.split(' ', 1);
    const paint = createPaint(io.stderr, io.env);
    for (const line of details) io.stderr.write(`${printable(line)}\n`);
    io.stderr.write(`${paint('red', `${name}:`)} ${failure.message}\n${failure.fix}\n`);
  }
  if (io.env['IDVKIT_DEBUG'] === '1') io.stderr.write(`${inspect(error)}\n`);
  return failure.exitCode;
}

function failureOf(error: unknown, typed: string): Failure {
  if (error instanceof CliError) {
    const { code, message, fix, exitCode } = error;
    return { code, message: printable(message), fix: printable(fix), exitCode };
  }
  if (error instanceof CommanderError) {
    const fix = `Run "${typed} --help" to see what it takes.`;
    return { code: 'usage', message: usageMessage(error), fix, exitCode: ExitCode.error };
  }
  const what = error instanceof Error ? error.message : String(error);
  return {
    code: 'unexpected',
    message: `Unexpected failure: ${printable(what, 300)}`,
    fix: `This is a defect: please report it at ${ISSUES_URL}. IDVKIT_DEBUG=1 shows where it happened.`,
    exitCode: ExitCode.error,
  };
}

/** Message of commander, as a sentence, with its suggestion on the same line, without repeating arguments it did not want. */
function usageMessage({ code, message }: CommanderError): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split(/\n\(|\)$/);
  const shown =
    code === 'commander.excessArguments'
      ? problem.replace(/: .*$/s, '')
      : code === 'commander.unknownOption'
        ? problem.replace(/=.*$/s, "'")
        : problem.replace(/^command-argument /, '');
  const sentence = printable(shown).replace(/^./, (first) => first.toUpperCase());
  return `${sentence.replace(/[.]?$/, '.')}${suggestion === undefined ? '' : ` ${printable(suggestion)}`}`;
}
