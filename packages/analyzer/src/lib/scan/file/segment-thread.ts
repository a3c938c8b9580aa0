import { Worker } from 'node:worker_threads';

import { scannerModule } from '../wasm/wasm-machine.ts';
import type { SegmentScan } from '../wasm/wasm-scanner.ts';
import type { SegmentOrder, SegmentReader } from './segment.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = new URL(`segment-worker.${extension}`, import.meta.url);

/** A thread that reads segments of an open file, which must stay open until it has ended. */
export class SegmentThread implements SegmentReader {
  readonly #worker: Worker;
  readonly #waiting: {
    readonly resolve: (result: SegmentScan | undefined) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  #failure: unknown;

  constructor(file: number) {
    this.#worker = new Worker(program, {
      workerData: { file, module: scannerModule() },
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    this.#worker.on('message', (result: SegmentScan | undefined) => this.#waiting.shift()?.resolve(result));
    this.#worker.on('error', (error) => {
      this.#failure = error;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  read(order: SegmentOrder): Promise<SegmentScan | undefined> {
    const result = new Promise<SegmentScan | undefined>((resolve, reject) => {
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
