import { resolve } from 'node:path';

import { CliError, ExitCode, parseShard, type AddCommand, type Io, type Shard } from '@idvkit/cli-kit';
import type { AnalysisTask } from '@idvkit/schema/formats';

import { parseWorkers } from '../reading-options.ts';
import { PartFolder } from './part-folder.ts';
import { readPlan } from './plan-file.ts';
import { TaskThread } from './task-thread.ts';

interface WorkOptions {
  readonly parts: string;
  readonly shard?: Shard | undefined;
  readonly workers: number;
}

const EXAMPLES = `
Examples:
  All tasks that have no part yet:
    idv-analyze work plan.ndjson --parts /shared/parts
  The third of 64 shares, for a Slurm array or an indexed job:
    idv-analyze work plan.ndjson --parts /shared/parts --shard 3/64

Each part is written whole or not at all, so a worker may be killed and started again at any time.
A payload that is malformed is part of the result. A source that cannot be reached or has changed fails its task.`;

/** Adds the command that does tasks of a plan. */
export const addWork: AddCommand = (command, { io, run }) => {
  command
    .argument('<plan>', 'Plan that idv-analyze plan has written')
    .requiredOption('--parts <folder>', 'Write the parts to a folder (required)')
    .option('--shard <i/n>', 'Do one of n shares of the plan, from 1', parseShard)
    .option('--workers <n>', 'Threads, each of which does one task at a time', parseWorkers, 1)
    .addHelpText('after', EXAMPLES)
    .action(run((plan: string, options: WorkOptions) => runWork(plan, options, io)));
};

async function runWork(plan: string, { parts, shard, workers }: WorkOptions, io: Io): Promise<ExitCode> {
  const folder = new PartFolder(resolve(io.cwd, parts));
  const tasks = sharedOut(readPlan(plan, io.cwd), shard);
  let [done, kept, failed] = [0, 0, 0];
  const workOn = async (): Promise<void> => {
    const thread = new TaskThread(io.env);
    try {
      // Threads take turns with the one iterator: it gives each task once.
      for (let next = await tasks.next(); !next.done && !io.signal.aborted; next = await tasks.next()) {
        const task = next.value;
        if (await folder.has(task.id)) kept += 1;
        else if (await doTask(task, { thread, folder, io })) done += 1;
        else failed += 1;
      }
    } finally {
      await thread.close();
    }
  };
  await Promise.all(Array.from({ length: workers }, workOn));
  io.stdout.write(`Did ${done} tasks, ${kept} were done before, ${failed} failed.\n`);
  return failed > 0 ? ExitCode.error : ExitCode.ok;
}

async function doTask(
  task: AnalysisTask,
  { thread, folder, io }: { readonly thread: TaskThread; readonly folder: PartFolder; readonly io: Io },
): Promise<boolean> {
  try {
    await folder.write(await thread.run(task, io.signal));
    return true;
  } catch (error) {
    if (!(error instanceof CliError) || STOPS.has(error.code)) throw error;
    io.stderr.write(`idv-analyze: Task ${task.id} failed. ${error.message}\n`);
    return false;
  }
}

/** Errors that the next task would meet, too. */
export const STOPS: ReadonlySet<string> = new Set(['tool-differs', 'file-unwritable', 's3-unusable']);

async function* sharedOut(tasks: AsyncIterable<AnalysisTask>, shard: Shard | undefined): AsyncGenerator<AnalysisTask> {
  let index = 0;
  for await (const task of tasks) {
    if (shard === undefined || index % shard.count === shard.index) yield task;
    index += 1;
  }
}
