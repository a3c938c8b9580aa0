import { Worker } from 'node:worker_threads';

import type { LiveFinding, LiveOptions } from './live-findings.ts';
import type { LiveTurn } from './live-worker.ts';
import type { ProxiedExchange } from './traffic-buffer.ts';

/** Bytes per message to the thread: copying them delays calls by about a millisecond. */
const TURN_BYTES = 2 ** 20;

export interface LiveJudgeOptions extends LiveOptions {
  /** All calls, in the order in which they ended. Only appended to. */
  readonly calls: readonly ProxiedExchange[];
  readonly onFinding: (finding: LiveFinding) => void;
  /** Called if judging stopped; calls still go through. */
  readonly onFailure: (why: string) => void;
}

/** Judges traffic in a thread, which takes new calls when it is ready: nothing queues up, and calls never wait. */
export class LiveJudge {
  readonly #options: LiveJudgeOptions;
  readonly #worker: Worker;
  #taken = 0;
  #isReady = true;
  #isClosed = false;

  constructor(options: LiveJudgeOptions) {
    this.#options = options;
    const { calls: _, onFinding: __, onFailure: ___, ...data } = options;
    this.#worker = startWorker(data);
    this.#worker.unref();
    this.#worker.on('message', ({ findings, isReady }: LiveTurn) => {
      for (const finding of findings) options.onFinding(finding);
      if (!isReady) return;
      this.#isReady = true;
      this.wake();
    });
    this.#worker.on('error', (error) => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      options.onFailure(error instanceof Error ? error.name : 'unknown why');
    });
  }

  wake(): void {
    const { calls } = this.#options;
    if (!this.#isReady || this.#isClosed || this.#taken >= calls.length) return;
    const turn: ProxiedExchange[] = [];
    let bytes = 0;
    while (this.#taken < calls.length && bytes < TURN_BYTES) {
      const call = calls[this.#taken];
      if (call === undefined) break;
      this.#taken += 1;
      turn.push(call);
      bytes += call.requestBody.bytes.byteLength + (call.answer?.body.bytes.byteLength ?? 0);
    }
    this.#isReady = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
    this.#worker.postMessage(turn);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker.terminate();
  }
}

/** Starts the thread from source in tests. */
function startWorker(workerData: LiveOptions): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  return new Worker(new URL(isSource ? './live-worker.ts' : './live-worker.js', import.meta.url), {
    workerData,
    ...(isSource ? { execArgv: ['--conditions=@idvkit/source'] } : {}),
  });
}
