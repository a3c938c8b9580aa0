import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { CliError } from '@idvkit/cli-kit';
import type { AnalysisPart, AnalysisTask } from '@idvkit/schema/formats';

/** Request to a process: a task, and the folder of its part. */
export interface TaskRequest {
  readonly task: AnalysisTask;
  readonly parts: string;
}

/** Answer of a process to a task. */
export type TaskReply =
  | { readonly part: AnalysisPart }
  | { readonly refused: { readonly code: string; readonly message: string; readonly fix: string } }
  | { readonly failed: unknown };

const isSource = import.meta.url.endsWith('.ts');
const program = new URL(isSource ? './part-worker.ts' : './part-worker.js', import.meta.url);
/** V8 takes its flags at the start of a process only: one core for compiling, garbage and the scan, and MB for young objects. */
const flags = ['--single-threaded', '--max-semi-space-size=8'];
const execArgv = isSource ? ['--conditions=@idvkit/source', ...flags] : flags;

/**
 * A process that does one task at a time. The command stays free to renew the lock of the task. A process that dies, for
 * lack of memory for instance, fails its task only: the next task gets a new process.
 */
export class TaskProcess {
  readonly #env: Readonly<Record<string, string | undefined>>;
  #child: ChildProcess | undefined;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** Does a task. The signal ends the process. */
  async run(request: TaskRequest, signal: AbortSignal): Promise<AnalysisPart> {
    signal.throwIfAborted();
    // Without a connection it has died since its last task.
    const child = this.#child?.connected ? this.#child : (this.#child = this.#start());
    const end = (): void => void this.close();
    signal.addEventListener('abort', end);
    const { promise, resolve, reject } = Promise.withResolvers<TaskReply>();
    const ended = (code: number | null, by: NodeJS.Signals | null): void =>
      reject(new Error(`The process of the task ended with ${by ?? code}.`));
    try {
      child.on('message', resolve).on('error', reject).on('exit', ended);
      child.send(request, (error) => error && reject(error));
      const reply = await promise;
      if ('part' in reply) return reply.part;
      if ('refused' in reply) throw new CliError(reply.refused);
      throw reply.failed;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CliError)) await this.close();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
      child.off('message', resolve).off('error', reject).off('exit', ended);
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  #start(): ChildProcess {
    return fork(program, {
      env: { ...this.#env },
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }
}
