import type { SubmitOptions } from '@idvkit/mock';

import type { MovableClock } from '../calls/moved-clock.ts';
import type { OperatorCommands } from '../calls/run-options.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import { runOperatorCommand, type CommandOptions, type CommandPlaces } from './operator-command.ts';
import type { ArrangedNeed, Operator } from './operator.ts';
import { wishOf } from './wish.ts';

export interface CommandOperatorOptions {
  readonly commands: OperatorCommands;
  /** Address of the service: commands do not get forms on other hosts. */
  readonly baseUrl: string;
  /** Environment of the commands. The API token and webhook secret are here, never on a command line. */
  readonly environment: Readonly<Record<string, string>>;
  /** Folder that the commands run in. Default: the working folder. */
  readonly folder?: string | undefined;
  /** A form of the workspace whose credit is used up. */
  readonly noCreditForm?: FormSubject;
  readonly signal?: AbortSignal | undefined;
  readonly stateOf?: (application: ApplicationSubject) => Promise<ApplicationSubject['state'] | undefined>;
}

const DEFAULT_TIMEOUT_SECONDS = 120;
/** Real time for a delivery to arrive after a command moved the clock. */
const ARRIVAL_MS = 2000;

const NEEDS: readonly ArrangedNeed[] = ['submit', 'submitPlain', 'expire', 'delete', 'changeStatus'];
/** Needs whose effect can be read: the specification does not show which status a change affects. */
const READ_BACK: readonly ArrangedNeed[] = ['submit', 'submitPlain', 'expire', 'delete'];

export function createCommandOperator(options: CommandOperatorOptions): Operator {
  const { commands, stateOf, noCreditForm } = options;
  const { readCredit, revokeToken, useUpCredit } = commands;
  const tokenOf = (need: 'revokeToken' | 'useUpCredit', line: string): (() => Promise<string>) => {
    // Each call of it would revoke another token.
    let token: Promise<string> | undefined;
    return () => (token ??= run({ need, line, places: {} }, options).then((output) => tokenIn(output, need)));
  };
  const emptyToken = useUpCredit === undefined ? undefined : tokenOf('useUpCredit', useUpCredit);
  return {
    ...Object.fromEntries(
      NEEDS.flatMap((need) => {
        const command = commands[need];
        return command === undefined ? [] : [[need, acting(need, command, options)]];
      }),
    ),
    ...(revokeToken !== undefined && { revokedToken: tokenOf('revokeToken', revokeToken) }),
    ...(emptyToken !== undefined &&
      noCreditForm !== undefined && {
        emptyWorkspace: async () => ({ token: await emptyToken(), form: noCreditForm }),
      }),
    ...(stateOf && { isUnchanged: readingBack(commands, stateOf) }),
    ...(readCredit !== undefined && {
      readCredit: async () =>
        numberIn(await run({ need: 'readCredit', line: readCredit, places: {} }, options), 'readCredit'),
    }),
  };
}

function readingBack(
  commands: OperatorCommands,
  stateOf: NonNullable<CommandOperatorOptions['stateOf']>,
): NonNullable<Operator['isUnchanged']> {
  const isUnchanged = async (application: ApplicationSubject): Promise<boolean> =>
    (await stateOf(application)) === application.state;
  return Object.fromEntries(READ_BACK.flatMap((need) => (commands[need] === undefined ? [] : [[need, isUnchanged]])));
}

export function createCommandClock(options: Omit<CommandOperatorOptions, 'baseUrl'>): MovableClock | undefined {
  const { pass } = options.commands;
  if (pass === undefined) return undefined;
  let moved = 0;
  return {
    patienceMs: ARRIVAL_MS,
    advance: async (ms) => {
      if (ms > 0) await run({ need: 'pass', line: pass, places: { ms: String(ms) } }, options);
      moved += ms;
      return Date.now() + moved;
    },
  };
}

function acting(need: ArrangedNeed, command: string, options: CommandOperatorOptions) {
  return async ({ slug, form, formUrl }: ApplicationSubject, outcome: SubmitOptions = {}): Promise<void> => {
    const isUsable = formUrl !== undefined && isFormAddress(formUrl, options.baseUrl);
    const environment = {
      IDV_SLUG: slug,
      IDV_FORM_SLUG: form.slug,
      ...(need === 'submit' || need === 'submitPlain' ? { IDV_WISH: wishOf(form, outcome) } : {}),
      ...(isUsable && { IDV_FORM_URL: formUrl }),
    };
    const note = formUrl === undefined || isUsable ? '' : LEFT_OUT;
    await run({ need, line: command, places: { slug, formSlug: form.slug }, environment, note }, options);
  };
}

const LEFT_OUT =
  ' It was not given IDV_FORM_URL: the `form_url` of the service is not an http or https address on the host of the service.';

/** Checks that a command or a person, who may open the address, can get it. */
export function isFormAddress(formUrl: string, baseUrl: string): boolean {
  // Tests the raw text: `URL` would encode or drop control characters.
  return /^https?:\/\/[!-~]+$/.test(formUrl) && URL.parse(formUrl)?.origin === URL.parse(baseUrl)?.origin;
}

function run(
  command: Pick<CommandOptions, 'need' | 'note'> & {
    readonly line: string;
    readonly places: CommandPlaces;
    readonly environment?: Readonly<Record<string, string>>;
  },
  { commands, environment, folder, signal }: Omit<CommandOperatorOptions, 'baseUrl'>,
): Promise<string> {
  const { need, line, places, note = '' } = command;
  const timeoutMs = (commands.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  const all = { ...environment, ...command.environment };
  return runOperatorCommand(line, places, { need, timeoutMs, environment: all, folder, note, signal });
}

function tokenIn(output: string, need: string): string {
  const token = output.trim();
  if (/^[!-~]+$/.test(token)) return token;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use \`operator.${need}\`: its output is not an API token.`,
    fix: 'Have it write the token to its standard output, and nothing else.',
  });
}

function numberIn(output: string, need: string): number {
  const number = Number(output.trim() || Number.NaN);
  if (!Number.isNaN(number)) return number;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use \`operator.${need}\`: its output is not a number.`,
    fix: 'Have it write the credit as a number to its standard output, and nothing else.',
  });
}
