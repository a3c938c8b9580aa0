import { parentPort, workerData } from 'node:worker_threads';

import { LiveFindings, type LiveFinding, type LiveOptions } from './live-findings.ts';
import type { ProxiedExchange } from './traffic-buffer.ts';

/** What the thread says after each turn. */
export interface LiveTurn {
  readonly findings: readonly LiveFinding[];
  /** Whether it has rested, and takes what is new. */
  readonly isReady: boolean;
}

/** Judging may take a fifth of the time, so that it leaves the machine to those who do the work. */
const REST = 4;
const MIN_REST_MS = 50;
const MAX_REST_MS = 30_000;

// Whoever started this thread gave it these.
const live = new LiveFindings(workerData as LiveOptions);

parentPort?.on('message', (calls: readonly ProxiedExchange[]) => {
  const began = performance.now();
  live.add(calls);
  tell({ findings: live.judge(), isReady: false });
  const restMs = REST * (performance.now() - began);
  setTimeout(() => tell({ findings: [], isReady: true }), Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, restMs)));
});

function tell(turn: LiveTurn): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  parentPort?.postMessage(turn);
}
