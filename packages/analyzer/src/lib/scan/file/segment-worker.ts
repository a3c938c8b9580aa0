import { parentPort, workerData } from 'node:worker_threads';

import { useScannerModule, type WasmModule } from '../wasm/wasm-machine.ts';
import { scanSegment } from './scan-segment.ts';
import type { SegmentOrder } from './segment.ts';

// Reads the segments that the scanning thread asks for, one after the other, until that thread ends it.
const { file, module } = workerData as { file: number; module: WasmModule }; // As SegmentThread starts it.
useScannerModule(module);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (order: SegmentOrder) => parentPort?.postMessage(scanSegment(file, order)));
