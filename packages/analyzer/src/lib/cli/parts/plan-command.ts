import { resolve } from 'node:path';

import {
  ExitCode,
  optionWithDefault,
  parseSize,
  writeFileAtomic,
  counted,
  type AddCommand,
  type Io,
} from '@idvkit/cli-kit';

import { readProfile } from '../json-files.ts';
import { FILES_FROM, LINES, PROFILE } from '../reading-options.ts';
import { readList, wrongUse } from '../sources.ts';
import { readPlan } from './plan-file.ts';
import { planTasks } from './plan-tasks.ts';
import { enqueue, parseQueueUrl } from './task-queue.ts';

interface PlanCommandOptions {
  readonly out: string;
  readonly taskBytes: number;
  readonly filesFrom?: string | undefined;
  readonly lines?: boolean | undefined;
  readonly profile?: string | undefined;
  readonly enqueue?: string | true | undefined;
  readonly rows?: 'parquet' | undefined;
}

const EXAMPLES = `
Examples:
  A folder that all machines see:
    idvkit analyze plan /shared/deliveries --out plan.ndjson
  A list of presigned URLs:
    idvkit analyze plan --files-from presigned-urls.txt --out plan.ndjson

With --rows, each part comes with hits/TASK.parquet and submissions/TASK.parquet.
Each line of the plan is a task, with the format idvkit.task. Plans of the same inputs have the same ids.
Only you may read the plan: the query of a presigned URL is a secret.`;

/** Adds the command that divides inputs into tasks. */
export const addPlan: AddCommand = (command, { io, run }) => {
  command
    .argument('[input...]', 'Files, folders, globs, capture archives, or URLs')
    .requiredOption('--out <file>', 'Write the plan to a file')
    .addOption(
      optionWithDefault('--task-bytes <size>', 'Stored bytes of inputs that make a task', [parseSize, '256MB']),
    )
    .option(...FILES_FROM)
    .option(...LINES)
    .option(...PROFILE)
    .addOption(command.createOption('--rows <kind>', 'Also write rows of hits and submissions').choices(['parquet']))
    .option('--enqueue [url]', 'Send the tasks to a queue, too; URL or IDVKIT_QUEUE_URL', parseQueueUrl)
    .addHelpText('after', EXAMPLES)
    .action(run((inputs: readonly string[], options: PlanCommandOptions) => runPlan(inputs, options, io)));
};

async function runPlan(inputs: readonly string[], options: PlanCommandOptions, io: Io): Promise<ExitCode> {
  const listed = options.filesFrom === undefined ? [] : await readList(options.filesFrom, io);
  const names = [...inputs, ...listed];
  if (names.length === 0) throw wrongUse('There is nothing to plan.');
  const profile = options.profile === undefined ? undefined : await readProfile(options.profile, io.cwd);
  const onNote = (note: string): void => io.stderr.write(`idvkit: ${note}\n`);
  let tasks = 0;
  const sources = new Set<string>();
  async function* lines(): AsyncGenerator<string> {
    for await (const task of planTasks(names, { ...options, profile, io, onNote })) {
      tasks += 1;
      for (const { name } of task.sources) sources.add(name);
      yield `${JSON.stringify(task)}\n`;
    }
    if (tasks === 0) throw wrongUse('There is nothing to plan: the inputs hold no payload.');
  }
  await writeFileAtomic(resolve(io.cwd, options.out), lines());
  if (options.enqueue !== undefined) await enqueue(readPlan(options.out, io.cwd), options.enqueue, io);
  io.stdout.write(`Planned ${counted(tasks, 'task')} of ${counted(sources.size, 'input')}.\n`);
  return ExitCode.ok;
}
