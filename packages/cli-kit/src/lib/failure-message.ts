import { inspect } from 'node:util';

import { CommanderError } from 'commander';

import { CliError } from './cli-error.ts';
import { createPaint } from './colors.ts';
import { ExitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { printable } from './printable.ts';

/** Where to report what should never happen. */
export const ISSUES_URL = 'https://github.com/idvkit/idvkit/issues';

/** Writes one clear message about an error, with a stack trace if `IDVKIT_DEBUG` is `1`. `typed` names the command for its help. */
export function reportFailure(error: unknown, typed: string, io: Pick<Io, 'stderr' | 'env'>): ExitCode {
  const { text, exitCode } = describe(error, typed);
  const [name] = typed.split(' ', 1);
  const paint = createPaint(io.stderr, io.env);
  if (error instanceof CliError) for (const line of error.details) io.stderr.write(`${printable(line)}\n`);
  io.stderr.write(`${paint('red', `${name}:`)} ${text}\n`);
  if (io.env['IDVKIT_DEBUG'] === '1') io.stderr.write(`${inspect(error)}\n`);
  return exitCode;
}

function describe(error: unknown, typed: string): { readonly text: string; readonly exitCode: ExitCode } {
  if (error instanceof CliError) {
    return { text: `${printable(error.message)}\n${printable(error.fix)}`, exitCode: error.exitCode };
  }
  if (error instanceof CommanderError) {
    return { text: `${usageMessage(error)}\nRun "${typed} --help" to see what it takes.`, exitCode: ExitCode.error };
  }
  const what = error instanceof Error ? error.message : String(error);
  const report = `This is a defect: please report it at ${ISSUES_URL}. IDVKIT_DEBUG=1 shows where it happened.`;
  return { text: `Unexpected failure: ${printable(what, 300)}\n${report}`, exitCode: ExitCode.error };
}

/** What commander says, as a sentence, with its suggestion on the same line, without repeating arguments it did not want. */
function usageMessage({ code, message }: CommanderError): string {
  const [problem = '', suggestion] = message.replace(/^error: /, '').split(/\n\(|\)$/);
  const shown =
    code === 'commander.excessArguments'
      ? problem.replace(/: .*$/s, '')
      : code === 'commander.unknownOption'
        ? problem.replace(/=.*$/s, "'")
        : problem;
  const sentence = printable(shown).replace(/^./, (first) => first.toUpperCase());
  return `${sentence.replace(/[.]?$/, '.')}${suggestion === undefined ? '' : ` ${printable(suggestion)}`}`;
}
