import { spawn } from 'node:child_process';

/** Characters of the output that are kept: the end of what a test runner prints says what failed. */
const OUTPUT_LENGTH = 8000;
/** Time to wait for output after a command ended: a process that left its group may hold it open for ever. */
const LAST_OUTPUT_MS = 500;

export interface ClientCommand {
  /** Program and arguments. No shell reads them. */
  readonly words: readonly [string, ...(readonly string[])];
  readonly cwd: string;
  /** The whole environment: secrets are here, never among the words. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which the command and its children are ended. Default: none. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface ClientRun {
  readonly ended: 'passed' | 'failed' | 'timed-out' | 'interrupted' | 'not-started';
  /** In words: `ended with code 1`. */
  readonly how: string;
  /** The end of what it printed, on both outputs. */
  readonly output: string;
}

/** Runs the tests of a client in their own process group, which ends with them. */
export function runClient({ words, cwd, env, timeoutMs, signal }: ClientCommand): Promise<ClientRun> {
  const [file, ...args] = words;
  return new Promise((resolve) => {
    let output = '';
    let stopped: Pick<ClientRun, 'ended' | 'how'> | undefined;
    const child = spawn(file, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const keep = (text: string): void => {
      output = (output + text).slice(-OUTPUT_LENGTH);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const stop = (why: Pick<ClientRun, 'ended' | 'how'>): void => {
      stopped ??= why;
      endGroup(child.pid);
    };
    const onAbort = (): void => stop({ ended: 'interrupted', how: 'was interrupted' });
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => stop({ ended: 'timed-out', how: 'did not end in time' }), timeoutMs);
    const end = (run: Pick<ClientRun, 'ended' | 'how'>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve({ ...run, output });
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    child.once('error', (error) => {
      if (child.pid === undefined) end({ ended: 'not-started', how: startFailure(error) });
    });
    child.once('exit', (code, killed) => {
      // What it left running would hold its outputs, and its ports.
      endGroup(child.pid);
      const lastOutput = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, LAST_OUTPUT_MS);
      child.once('close', () => {
        clearTimeout(lastOutput);
        end(stopped ?? { ended: code === 0 ? 'passed' : 'failed', how: `ended with ${code ?? killed}` });
      });
    });
  });
}

function startFailure(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return code === 'ENOENT' ? 'could not be started: no such program' : `could not be started: ${String(code)}`;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
