import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable } from 'node:stream';

import type { OperatorFunction, OperatorRequest } from '../calls/run-options.ts';
import { RunProblemError } from '../calls/run-problem.ts';

/** Values for placeholders of a command line, such as `{slug}`. Secrets are only in its environment. */
export interface CommandPlaces {
  readonly slug?: string;
  readonly formSlug?: string;
  readonly ms?: string;
}

export interface CommandOptions {
  readonly need: string;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder to run in. Default: the working folder. */
  readonly folder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly note?: string;
}

/** Slugs allowed in a command. A leading `-` is an option, `~` a home folder, `..` the parent folder. */
const SAFE = /^[A-Za-z0-9_][A-Za-z0-9._~-]*$/;
const SHELL_SYNTAX = /[|&;<>()$`\\"'*?[\]#\n]|^\s*\w+=|(?:^|\s)~/;
/** Time to wait for output after a command ended: a child process may still hold it open. */
const LAST_OUTPUT_MS = 500;
const OUTPUT_LENGTH = 2000;

/** Variables of the environment that hold the same as a placeholder. */
const VARIABLES: Readonly<Record<string, string>> = { '{slug}': 'IDV_SLUG', '{formSlug}': 'IDV_FORM_SLUG' };

/** Runs a configured command, without a shell unless it has shell syntax. @returns The start of its output. */
export async function runOperatorCommand(
  command: string,
  places: CommandPlaces,
  options: CommandOptions,
): Promise<string> {
  const filled = fillPlaces(command, places, options.need);
  const ended = await run(filled.words, filled.shell, options);
  if (ended.kind === 'succeeded') return ended.stdout;
  options.signal?.throwIfAborted();
  // Neither is a secret.
  const { IDV_WISH: _, IDV_FORM_SLUG: __, ...hidden } = options.environment;
  const secrets = [...Object.values(places), ...Object.values(hidden)];
  const tail = masked(ended.stderr, secrets).trim();
  const where = `${masked(command, secrets)} in ${options.folder ?? process.cwd()}`;
  throw new RunProblemError({
    code: 'operator-unusable',
    message: `Cannot ${options.need}: \`operator.${options.need}\` ${ended.text}: ${where}.${options.note ?? ''}${tail === '' ? '' : ` It said: ${tail}`}`,
    fix: `Run it by hand, fix \`operator.${options.need}\`, or leave it out: the rules that need it are then not tested.`,
  });
}

/** Calls a function in place of a command. @returns The text or number that it returned, or an empty text; a promise is awaited. */
export async function callOperatorFunction(
  act: OperatorFunction,
  request: OperatorRequest,
  { need, timeoutMs, environment, signal, note = '' }: CommandOptions,
): Promise<string> {
  let text = 'threw an error';
  const ended = Promise.withResolvers<never>();
  // It is not awaited if the function throws at once.
  ended.promise.catch(() => {});
  const timer = setTimeout(() => {
    text = `took longer than ${timeoutMs / 1000} s`;
    ended.reject(new Error(''));
  }, timeoutMs);
  const onAbort = (): void => ended.reject(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    const result = await Promise.race([act(request), ended.promise]);
    return typeof result === 'string' || typeof result === 'number' ? String(result) : '';
  } catch (error) {
    signal?.throwIfAborted();
    const { slug = '', formUrl = '' } = request;
    const secrets = [...Object.values(environment), formUrl, slug, encodeURIComponent(slug.toWellFormed())];
    const said = error instanceof Error ? masked(error.message, secrets).slice(0, OUTPUT_LENGTH) : '';
    throw new RunProblemError({
      code: 'operator-unusable',
      message: `Cannot ${need}: the function \`operator.${need}\` ${text}.${note}${said === '' ? '' : ` It said: ${said}`}`,
      fix: `Fix \`operator.${need}\`, or leave it out: the rules that need it are then not tested.`,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Fills in placeholders. Words are split first, so that a value stays one word. */
export function fillPlaces(
  command: string,
  places: CommandPlaces,
  need: string,
): { readonly words: readonly string[]; readonly shell: boolean } {
  const used = Object.entries(places).flatMap(([name, value]): [place: string, value: string][] =>
    typeof value === 'string' && command.includes(`{${name}}`) ? [[`{${name}}`, value]] : [],
  );
  for (const [place, value] of used) {
    if (SAFE.test(value)) continue;
    throw new RunProblemError({
      code: 'operator-unusable',
      message: `Cannot ${need}: ${place} holds characters that are not put into a command.`,
      fix: `Read it from the environment, as ${VARIABLES[place] ?? place}, in \`operator.${need}\`: that is safe for any text.`,
    });
  }
  const fill = (text: string): string => used.reduce((filled, [place, value]) => filled.replaceAll(place, value), text);
  const bare = used.reduce((text, [place]) => text.replaceAll(place, ''), command);
  if (SHELL_SYNTAX.test(bare)) return { words: [fill(command)], shell: true };
  return { words: command.trim().split(/\s+/).map(fill), shell: false };
}

type Ended =
  | { readonly kind: 'succeeded'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly text: string; readonly stderr: string };

function run(words: readonly string[], shell: boolean, options: CommandOptions): Promise<Ended> {
  const [file = '', ...args] = words;
  return new Promise((resolve) => {
    const { environment, folder } = options;
    const child = started(file, args, { shell, environment, folder });
    if (child === undefined) return resolve({ kind: 'failed', text: 'could not be started', stderr: '' });
    let stdout = '';
    let stderr = '';
    let stopped: string | undefined;
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      stdout = (stdout + text).slice(0, OUTPUT_LENGTH);
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      stderr = (stderr + text).slice(-OUTPUT_LENGTH);
    });
    const letGo = (): void => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const stop = (text: string): void => {
      stopped ??= text;
      endGroup(child.pid);
      letGo();
    };
    const timer = setTimeout(() => stop(`took longer than ${options.timeoutMs / 1000} s`), options.timeoutMs);
    const onAbort = (): void => stop('was interrupted');
    options.signal?.addEventListener('abort', onAbort, { once: true });
    let lastOutput: NodeJS.Timeout | undefined;
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      clearTimeout(lastOutput);
      options.signal?.removeEventListener('abort', onAbort);
      resolve(ended);
    };
    child.once('error', (error) => end({ kind: 'failed', text: `could not be started${causeOf(error)}`, stderr }));
    child.once('exit', () => {
      lastOutput = setTimeout(letGo, LAST_OUTPUT_MS);
    });
    child.once('close', (code, signal) => {
      if (code === 0 && stopped === undefined) return end({ kind: 'succeeded', stdout });
      end({
        kind: 'failed',
        text: stopped ?? `ended with ${code === null ? `signal ${signal}` : `code ${code}`}`,
        stderr,
      });
    });
  });
}

/** Starts a process. Errors of Node.js contain words and variables, so they are dropped. */
function started(
  file: string,
  args: readonly string[],
  {
    shell,
    environment,
    folder,
  }: {
    readonly shell: boolean;
    readonly environment: Readonly<Record<string, string>>;
    readonly folder: string | undefined;
  },
): ChildProcessByStdio<null, Readable, Readable> | undefined {
  try {
    return spawn(file, args, {
      shell,
      env: { ...process.env, ...environment },
      ...(folder !== undefined && { cwd: folder }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, so that children of a shell end with it.
      detached: true,
    });
  } catch {
    return undefined;
  }
}

/** Returns why a command did not start, in words: messages of Node.js hold its words and variables. */
function causeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return ' (no such file)';
  return code === 'EACCES' ? ' (it is not executable)' : '';
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 0)
    .reduce((kept, secret) => kept.replaceAll(secret, '[masked]'), text);
}
