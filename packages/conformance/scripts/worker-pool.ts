import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

export interface WorkerPoolOptions<Task, Result> {
  /** Script that calls {@link answerTasks}. */
  readonly worker: URL;
  /** Number of processes. Default: as many as processors. */
  readonly jobs?: number;
  /** Called with each result. It may add tasks. */
  readonly onResult: (task: Task, result: Result) => void;
}

/**
 * Sends tasks to processes, one at a time to each, and takes them from the list until it is empty.
 *
 * @throws if a process ends before it has answered.
 */
export async function workOff<Task extends object | string, Result>(
  tasks: Task[],
  { worker: script, jobs = availableParallelism(), onResult }: WorkerPoolOptions<Task, Result>,
): Promise<void> {
  const work = async (): Promise<void> => {
    const worker = fork(script);
    const exited = once(worker, 'exit').then(([code]) => ({ code: code as number | null })); // What the event carries.
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
      worker.send(task);
      const answered = once(worker, 'message').then(([result]) => ({ result: result as Result })); // What workers send.
      const came = await Promise.race([answered, exited]);
      if ('code' in came) throw new Error(`A worker ended with ${came.code} on ${JSON.stringify(task)}`);
      onResult(task, came.result);
    }
    worker.disconnect();
    await exited;
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** Works on the tasks that the parent process sends, one at a time, and sends back the results. */
export function answerTasks(work: (task: never) => Promise<unknown>): void {
  process.on('message', (task) => {
    // The parent process sends what this worker takes.
    work(task as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
