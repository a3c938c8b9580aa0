import { setImmediate } from 'node:timers/promises';

import { PlainRoom } from '../collect/collect-plain.ts';
import type { Collector } from '../corpus/create-collector.ts';
import type { CorpusTask } from './corpus-tasks.ts';
import { collectDocuments, type ReadOptions } from './read-documents.ts';

/** Milliseconds after which signals and messages get their turn: small files are read without waiting. */
const BREAK_EVERY_MS = 50;

/** Adds the documents of a task to a corpus. Inputs that are left after the signal count as unread. */
export async function collectTask(
  { sources, range }: CorpusTask,
  options: ReadOptions,
  { collector, onFailure }: { readonly collector: Collector; readonly onFailure: (failure: string) => void },
): Promise<void> {
  let last = performance.now();
  const room = new PlainRoom();
  for (const source of sources) {
    if (options.io.signal.aborted) collector.skip(1);
    else await collectDocuments(source, { ...options, range, room }, { collector, onFailure });
    if (performance.now() - last < BREAK_EVERY_MS) continue;
    await setImmediate();
    last = performance.now();
  }
}
