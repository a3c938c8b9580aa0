import { CliError } from '@idvkit/cli-kit';

import { runTask } from './run-task.ts';
import type { TaskReply, TaskRequest } from './task-process.ts';

const reply = (message: TaskReply): void => void process.send?.(message);

// A terminal and a batch system signal this process, too. The command decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// No one waits for the part if the command was killed.
process.on('disconnect', () => process.exit());
process.on('message', ({ task, parts }: TaskRequest) => {
  runTask(task, { signal: new AbortController().signal, parts }).then(
    (part) => reply({ part }),
    (error: unknown) => {
      // The class of an error does not survive the way between processes.
      if (error instanceof CliError) reply({ refused: { code: error.code, message: error.message, fix: error.fix } });
      else reply({ failed: error });
    },
  );
});
