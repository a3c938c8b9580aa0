import { resolve } from 'node:path';

import { CliError, ExitCode, type AddCommand, type Io } from '@idvkit/cli-kit';
import { analysisTask, type AnalysisTask } from '@idvkit/schema/formats';

import { parseWorkers } from '../reading-options.ts';
import { wrongUse } from '../sources.ts';
import { PartFolder } from './part-folder.ts';
import { readPlan } from './plan-file.ts';
import { TaskProcess } from './task-process.ts';
import { openTaskQueue, parseQueueUrl } from './task-queue.ts';

interface WorkOptions {
  readonly parts: string;
  readonly workers: number;
  readonly queue?: string | true | undefined;
}

const EXAMPLES = `
Examples:
  All tasks that have no part yet:
    idvkit analyze work plan.ndjson --parts /shared/parts
  The third of 64 shares (split -d -n r/64 plan.ndjson share-), on one of 64 machines:
    idvkit analyze work share-02 --parts /shared/parts
  Tasks of a queue, until all are done:
    idvkit analyze work --queue redis://127.0.0.1 --parts /shared/parts

Each part is written whole or not at all, so a worker may be killed and started again at any time.
A payload that is malformed is part of the result. A source that cannot be reached or has changed fails its task.`;

/** Adds the command that does tasks of a plan, or of a queue. */
export const addWork: AddCommand = (command, { io, run }) => {
  command
    .argument('[plan]', 'Plan that idvkit analyze plan has written')
    .requiredOption('--parts <folder>', 'Write the parts to a folder')
    .option('--workers <n>', 'Processes, each of which does one task at a time', parseWorkers, 1)
    .option('--queue [url]', 'Take tasks from a queue; URL or IDVKIT_QUEUE_URL', parseQueueUrl)
    .addHelpText('after', EXAMPLES)
    .action(run((plan: string | undefined, options: WorkOptions) => runWork(plan, options, io)));
};

async function runWork(plan: string | undefined, options: WorkOptions, io: Io): Promise<ExitCode> {
  if ((plan === undefined) === (options.queue === undefined)) throw wrongUse('Give a plan, or a queue with --queue.');
  const processes = new TaskProcesses(options.workers, io, new PartFolder(resolve(io.cwd, options.parts)));
  try {
    const failed = await (plan === undefined
      ? workFromQueue(processes, options, io)
      : workFromPlan(processes, plan, { ...options, io }));
    if (plan === undefined && processes.done + processes.kept + failed === 0) {
      io.stderr.write(
        'idvkit: The queue held no task. If idvkit analyze collect names tasks without a part, send them again.\n',
      );
    }
    io.stdout.write(`Tasks: ${processes.done} done, ${processes.kept} done before, ${failed} failed.\n`);
    return failed > 0 ? ExitCode.error : ExitCode.ok;
  } finally {
    await processes.close();
  }
}

/** @returns How many tasks failed. */
async function workFromPlan(
  processes: TaskProcesses,
  plan: string,
  { workers, io }: WorkOptions & { readonly io: Io },
): Promise<number> {
  const tasks = readPlan(plan, io.cwd);
  let failed = 0;
  const workOn = async (): Promise<void> => {
    // They take turns with the one iterator: it gives each task once.
    for (let next = await tasks.next(); !next.done && !io.signal.aborted; next = await tasks.next()) {
      try {
        await processes.do(next.value);
      } catch (error) {
        if (io.signal.aborted || (error instanceof CliError && STOPS.has(error.code))) throw error;
        failed += 1;
        // A process that died, for lack of memory for instance, must not keep the tasks after it from being done.
        const { message } = error instanceof Error ? error : new Error(String(error));
        io.stderr.write(`idvkit: Task ${next.value.id} failed. ${message}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, workOn));
  return failed;
}

/** @returns How many tasks were given up. */
async function workFromQueue(
  processes: TaskProcesses,
  { queue: url = true, workers }: WorkOptions,
  io: Io,
): Promise<number> {
  const queue = await openTaskQueue(url, io);
  const stop = new AbortController();
  let stopped: { readonly error: unknown } | undefined;
  try {
    const { givenUp } = await queue.work({
      concurrency: workers,
      signal: AbortSignal.any([io.signal, stop.signal]),
      run: async (data) => {
        try {
          await processes.do(analysisTask.parse(data));
        } catch (error) {
          // The next task would meet it, too. This one goes back to the queue.
          if (error instanceof CliError && STOPS.has(error.code)) stopped ??= { error };
          if (stopped) stop.abort();
          throw error;
        }
      },
      isFinal: (error) => error instanceof CliError && error.code === 'source-changed',
      onFailure: (task, { message }, isGivenUp) =>
        io.stderr.write(`idvkit: Task ${task} ${isGivenUp ? 'failed' : 'will be tried again'}. ${message}\n`),
    });
    if (stopped) throw stopped.error;
    return givenUp;
  } finally {
    await queue.close();
  }
}

/** Errors that the next task would meet, too. */
const STOPS: ReadonlySet<string> = new Set(['tool-differs', 'file-unwritable']);

/** Processes that do tasks and write their parts. */
class TaskProcesses {
  done = 0;
  /** Tasks that had a part. */
  kept = 0;
  readonly #idle: TaskProcess[];
  readonly #signal: AbortSignal;
  readonly #folder: PartFolder;

  constructor(count: number, io: Io, folder: PartFolder) {
    this.#idle = Array.from({ length: count }, () => new TaskProcess(io.env));
    this.#signal = io.signal;
    this.#folder = folder;
  }

  /** Does a task, unless it has a part. At most as many are asked for in parallel as there are processes. */
  async do(task: AnalysisTask): Promise<void> {
    if (await this.#folder.has(task)) {
      this.kept += 1;
      return;
    }
    const child = this.#idle.pop();
    if (!child) throw new Error('More tasks than processes');
    try {
      await this.#folder.write(await child.run({ task, parts: this.#folder.path }, this.#signal));
      this.done += 1;
    } finally {
      this.#idle.push(child);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map((child) => child.close()));
  }
}
