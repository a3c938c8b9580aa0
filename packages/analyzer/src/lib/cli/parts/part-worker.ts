import { parentPort } from 'node:worker_threads';

import { CliError } from '@idvkit/cli-kit';
import type { AnalysisTask } from '@idvkit/schema/formats';

import { runTask } from './run-task.ts';
import type { TaskReply } from './task-thread.ts';

const port = parentPort;
port?.on('message', (task: AnalysisTask) => {
  const reply = (message: TaskReply): void => port.postMessage(message);
  runTask(task, { env: process.env, signal: new AbortController().signal }).then(
    (part) => reply({ part }),
    (error: unknown) => {
      // The class of an error does not survive the way between threads.
      if (error instanceof CliError) reply({ refused: { code: error.code, message: error.message, fix: error.fix } });
      else reply({ failed: error });
    },
  );
});
