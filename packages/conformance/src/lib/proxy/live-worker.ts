import { parentPort, workerData } from 'node:worker_threads';

import { LiveFindings, type LiveFinding, type LiveOptions } from './live-findings.ts';
import type { ProxiedExchange } from './traffic-buffer.ts';

export interface LiveTurn {
  readonly findings: readonly LiveFinding[];
  readonly isReady: boolean;
}

/** Judging takes at most a fifth of the time, to leave the machine to calls. */
const REST = 4;
const MIN_REST_MS = 50;
const MAX_REST_MS = 30_000;

// `LiveJudge` passes these.
const live = new LiveFindings(workerData as LiveOptions);

parentPort?.on('message', (calls: readonly ProxiedExchange[]) => {
  const began = performance.now();
  live.add(calls);
  post({ findings: live.judge(), isReady: false });
  const restMs = REST * (performance.now() - began);
  setTimeout(() => post({ findings: [], isReady: true }), Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, restMs)));
});

function post(turn: LiveTurn): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origins
  parentPort?.postMessage(turn);
}
