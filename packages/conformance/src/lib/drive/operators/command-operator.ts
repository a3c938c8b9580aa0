import type { SubmitOptions } from '@idvkit/mock';

import type { MovableClock } from '../calls/moved-clock.ts';
import type { OperatorFunction, OperatorRequest, Operators } from '../calls/run-options.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import { callOperatorFunction, type CommandOptions, runOperatorCommand } from './operator-command.ts';
import type { ArrangedNeed, Operator } from './operator.ts';
import { wishOf } from './wish.ts';

export interface CommandOperatorOptions {
  readonly commands: Operators;
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
  const tokenOf = (need: 'revokeToken' | 'useUpCredit', act: string | OperatorFunction): (() => Promise<string>) => {
    // Each call of it would revoke another token.
    let token: Promise<string> | undefined;
    return () => (token ??= run({ need, act, request: {} }, options).then((output) => tokenIn(output, need)));
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
        numberIn(await run({ need: 'readCredit', act: readCredit, request: {} }, options), 'readCredit'),
    }),
  };
}

function readingBack(
  commands: Operators,
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
      if (ms > 0) await run({ need: 'pass', act: pass, request: { ms } }, options);
      moved += ms;
      return Date.now() + moved;
    },
  };
}

function acting(need: ArrangedNeed, act: string | OperatorFunction, options: CommandOperatorOptions) {
  return async ({ slug, form, formUrl }: ApplicationSubject, outcome: SubmitOptions = {}): Promise<void> => {
    const isUsable = formUrl !== undefined && isFormAddress(formUrl, options.baseUrl);
    const request: OperatorRequest = {
      slug,
      formSlug: form.slug,
      ...(need === 'submit' || need === 'submitPlain' ? { wish: wishOf(form, outcome) } : {}),
      ...(isUsable && { formUrl }),
    };
    await run({ need, act, request, note: formUrl === undefined || isUsable ? '' : LEFT_OUT }, options);
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
  {
    need,
    act,
    request,
    note = '',
  }: Pick<CommandOptions, 'need' | 'note'> & {
    readonly act: string | OperatorFunction;
    readonly request: OperatorRequest;
  },
  { commands, environment, folder, signal }: Omit<CommandOperatorOptions, 'baseUrl'>,
): Promise<string> {
  const timeoutMs = (commands.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  const options = { need, timeoutMs, folder, note, signal };
  if (typeof act === 'function') return callOperatorFunction(act, request, { ...options, environment });
  const { slug, formSlug, formUrl, wish, ms } = request;
  const places = {
    ...(slug !== undefined && { slug }),
    ...(formSlug !== undefined && { formSlug }),
    ...(ms !== undefined && { ms: String(ms) }),
  };
  const all = {
    ...environment,
    ...(slug !== undefined && { IDV_SLUG: slug }),
    ...(formSlug !== undefined && { IDV_FORM_SLUG: formSlug }),
    ...(wish !== undefined && { IDV_WISH: wish }),
    ...(formUrl !== undefined && { IDV_FORM_URL: formUrl }),
  };
  return runOperatorCommand(act, places, { ...options, environment: all });
}

function tokenIn(output: string, need: string): string {
  const token = output.trim();
  if (/^[!-~]+$/.test(token)) return token;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use \`operator.${need}\`: its output is not an API token.`,
    fix: 'Have it write the token to its standard output, and nothing else. A function returns it.',
  });
}

function numberIn(output: string, need: string): number {
  const number = Number(output.trim() || Number.NaN);
  if (!Number.isNaN(number)) return number;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot use \`operator.${need}\`: its output is not a number.`,
    fix: 'Have it write the credit as a number to its standard output, and nothing else. A function returns it.',
  });
}
