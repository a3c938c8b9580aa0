export {
  openQueue,
  type Queue,
  type QueuedTask,
  type QueueOptions,
  type WorkOptions,
  type WorkResult,
} from './lib/open-queue.ts';
