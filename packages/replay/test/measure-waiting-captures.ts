/** Prints how much memory 99,000 more waiting captures take. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';

import { WaitingCaptures } from '../src/lib/capture/waiting-captures.ts';
import { numberedCapture } from './numbered-capture.ts';

const folder = await mkdtemp(join(tmpdir(), 'idvkit-waiting-'));
const archive = await Archive.create(folder);
const queue = new WaitingCaptures({ archive, atOnce: 1, work: () => new Promise(() => {}), onUnreadable: () => {} });

function heapAfter(first: number, last: number): number {
  for (let id = first; id <= last; id += 1) queue.add(numberedCapture(id), '[[1,0,"Authorization","Bearer x"]]');
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
const few = heapAfter(1, 1_000);
const grown = heapAfter(1_001, 100_000) - few;
queue.clear();
await archive.close();
await rm(folder, { recursive: true });
process.stdout.write(JSON.stringify({ grown }));
process.exit();
