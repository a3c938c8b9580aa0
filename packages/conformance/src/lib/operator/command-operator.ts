import type { MovableClock } from '../drive/moved-clock.ts';
import type { OperatorCommands } from '../drive/run-options.ts';
import { RunProblemError } from '../drive/run-problem.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import { runOperatorCommand, type CommandPlaces } from './operator-command.ts';
import type { Operator } from './operator.ts';

/** What commands are given beside the slugs on their command line. */
export interface CommandOperatorOptions {
  readonly commands: OperatorCommands;
  /** Environment of the commands: the API token and the webhook secret travel here, never on a command line. */
  readonly environment: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_TIMEOUT_SECONDS = 120;
/** Real time that a delivery may take to arrive where a command moves the clock. */
const ARRIVAL_MS = 2000;

/** Parts of an operator that a command can do to an application. */
type ApplicationNeed = 'submit' | 'submitPlain' | 'expire' | 'delete' | 'changeStatus';

const APPLICATION_NEEDS: readonly ApplicationNeed[] = ['submit', 'submitPlain', 'expire', 'delete', 'changeStatus'];

/** An operator that runs a command of the configuration for each thing to arrange. */
export function createCommandOperator(options: CommandOperatorOptions): Operator {
  const { commands } = options;
  const { readCredit } = commands;
  return {
    ...Object.fromEntries(
      APPLICATION_NEEDS.flatMap((need) => {
        const command = commands[need];
        return command === undefined ? [] : [[need, acting(need, command, options)]];
      }),
    ),
    ...(readCredit === undefined
      ? {}
      : { readCredit: async () => numberIn(await run('readCredit', readCredit, {}, options), 'readCredit') }),
  };
}

/** A clock that a command moves; `undefined` where the configuration has none. */
export function createCommandClock(options: CommandOperatorOptions): MovableClock | undefined {
  const { pass } = options.commands;
  let moved = 0;
  return pass === undefined
    ? undefined
    : {
        patienceMs: ARRIVAL_MS,
        advance: async (ms) => {
          if (ms > 0) await run('pass', pass, { ms: String(ms) }, options);
          moved += ms;
          return Date.now() + moved;
        },
      };
}

function acting(need: ApplicationNeed, command: string, options: CommandOperatorOptions) {
  return async ({ slug, form, formUrl }: ApplicationSubject): Promise<void> => {
    const environment = formUrl === undefined ? {} : { IDV_FORM_URL: formUrl };
    await run(need, command, { slug, formSlug: form.slug }, options, environment);
  };
}

function run(
  need: string,
  command: string,
  places: CommandPlaces,
  { commands, environment, signal }: CommandOperatorOptions,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const timeoutMs = (commands.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  return runOperatorCommand(command, places, {
    need,
    timeoutMs,
    environment: { ...environment, ...more },
    signal,
  });
}

function numberIn(output: string, need: string): number {
  const number = Number(output.trim() || Number.NaN);
  if (!Number.isNaN(number)) return number;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use \`operator.${need}\`: what it wrote is no number.`,
    fix: 'Have it write the credit as a number to its standard output, and nothing else.',
  });
}
