import { openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

import { scanSegment } from './scan-segment.ts';
import type { SegmentOrder } from './segment.ts';

// Reads the segments that the scanning thread asks for, one after the other, until that thread ends it.
const { path } = workerData as { path: string }; // As SegmentThread starts it.
const file = openSync(path, 'r');
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (order: SegmentOrder) => parentPort?.postMessage(scanSegment(file, order)));
