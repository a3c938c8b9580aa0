import { closeSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import { scanSegment } from './scan-segment.ts';
import type { SegmentOrder } from './segment.ts';

// Reads the segments that the scanning thread asks for, one after the other.
const { path } = workerData as { path: string }; // As SegmentThread starts it.
const file = openSync(path, 'r');
parentPort?.on('message', (order: SegmentOrder | 'end') => {
  if (order !== 'end') {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort?.postMessage(scanSegment(file, order));
    return;
  }
  closeSync(file);
  parentPort?.close();
});
