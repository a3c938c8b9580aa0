import { Worker } from 'node:worker_threads';

import type { SegmentAnswer, SegmentOrder } from './segment.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`segment-worker.${extension}`, import.meta.url);

/** A thread that reads segments of a file. */
export class SegmentThread {
  readonly #worker: Worker;
  readonly #waiting: {
    readonly resolve: (result: SegmentAnswer) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  #failure: unknown;

  constructor(path: string) {
    this.#worker = new Worker(program, { workerData: { path } });
    this.#worker.on('message', (result: SegmentAnswer) => this.#waiting.shift()?.resolve(result));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  read(order: SegmentOrder): Promise<SegmentAnswer> {
    const result = new Promise<SegmentAnswer>((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure;
      this.#waiting.push({ resolve, reject });
      // A thread, not a window: there is no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      this.#worker.postMessage(order);
    });
    // Where the document ends early, nobody waits for it.
    result.catch(() => {});
    return result;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
