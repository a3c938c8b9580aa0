import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { Step } from './minutes.ts';

/** Output at a time, in seconds since the start. */
export type OutputEvent = readonly [seconds: number, text: string];

export const COLUMNS = 100;
export const ROWS = 30;

/** Where and how commands are typed. */
export interface TerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds between two keys. Set: in a pseudo-terminal, as a person types. Default: without one, line by line. */
  readonly keyMs?: number;
}

/** The prompt, in front of which is a mark that no terminal shows: the exit code of the command before. */
const PROMPT = String.raw`\[\e]133;D;$?\a\]$ `;
/** The prompt of a command that goes over several lines. */
const CONTINUED = '> ';
const MARK = '\u001B]133;D;';
const MARK_END = '\u0007';

/** Types commands into one shell, each once the one before has ended. @throws {Error} for an unexpected exit code. */
export async function typeCommands(steps: readonly Step[], options: TerminalOptions): Promise<readonly OutputEvent[]> {
  const { cwd, env, keyMs } = options;
  const bash = 'bash --norc --noprofile --noediting -i';
  const [command = '', ...args] =
    keyMs === undefined
      ? bash.split(' ')
      : ['script', '-qfec', `stty cols ${COLUMNS} rows ${ROWS}; ${bash}`, '/dev/null'];
  const shell = spawn(command, args, { cwd, env: { ...env, PS1: PROMPT, PS2: CONTINUED }, detached: true });
  const ended = once(shell, 'exit');
  const startedAt = performance.now();
  const events: OutputEvent[] = [];
  let changed = Promise.withResolvers<void>();
  const hear = (bytes: Buffer): void => {
    events.push([(performance.now() - startedAt) / 1000, bytes.toString()]);
    changed.resolve();
    changed = Promise.withResolvers();
  };
  shell.stdout.on('data', hear);
  shell.stderr.on('data', hear);
  const output = (): string => events.map(([, text]) => text).join('');
  const until = async (isReached: (text: string) => boolean): Promise<void> => {
    while (!isReached(output())) {
      const end = await Promise.race([ended, changed.promise]);
      if (end !== undefined) throw new Error(`The shell ended:\n${output()}`);
    }
  };
  const enter = async (line: string): Promise<string | undefined> => {
    const before = exitCodes(output()).length;
    for (const [index, part] of line.split('\n').entries()) {
      if (index > 0) await until((shown) => shown.endsWith(CONTINUED));
      await type(`${part}\n`, { keyMs, write: (keys) => shell.stdin.write(keys) });
    }
    await until((shown) => exitCodes(shown).length > before);
    return exitCodes(output()).at(-1);
  };
  try {
    await until((shown) => exitCodes(shown).length > 0);
    for (const { line, until: text, exit = 0 } of steps) {
      // Only a terminal repeats what is typed.
      const from = output().length + (keyMs === undefined ? 0 : line.length);
      const code = await enter(line);
      if (code !== String(exit)) throw new Error(`"${line}" ended with ${code}, not ${exit}:\n${output()}`);
      if (text === undefined) continue;
      await until((shown) => shown.slice(from).includes(text));
      // What a server prints comes behind the prompt: Enter gives a new one.
      await enter('');
    }
    return events.map(([seconds, shown]) => [seconds, withoutMarks(shown)]);
  } finally {
    // With a terminal, each server in the background is a group of its own; without one, it belongs to that of the shell.
    shell.stdin.end('for job in $(jobs -p); do kill -KILL -- -$job $job; done 2>/dev/null; exit\nexit\n');
    await ended;
    killGroup(shell.pid);
  }
}

/** Lists the exit codes of the marks in a text. */
function exitCodes(text: string): readonly string[] {
  const parts = text.split(MARK).slice(1);
  return parts.filter((part) => part.includes(MARK_END)).map((part) => part.slice(0, part.indexOf(MARK_END)));
}

function withoutMarks(text: string): string {
  const [first = '', ...parts] = text.split(MARK);
  return [first, ...parts.map((part) => part.slice(part.indexOf(MARK_END) + 1))].join('');
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in the group.
  }
}

async function type(
  text: string,
  { keyMs, write }: { readonly keyMs: number | undefined; readonly write: (keys: string) => void },
): Promise<void> {
  if (keyMs === undefined) {
    write(text);
    return;
  }
  for (const key of text) {
    write(key);
    await new Promise((resolve) => setTimeout(resolve, keyMs));
  }
}
