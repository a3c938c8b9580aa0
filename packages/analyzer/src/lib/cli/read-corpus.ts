import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Io } from '@idvkit/cli-kit';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { createCollector, type Collector } from '../corpus/create-collector.ts';
import { totalBytesOf } from '../input/files.ts';
import type { InputSource } from '../input/input-source.ts';
import { collectTask } from './collect-task.ts';
import { CorpusTasks } from './corpus-tasks.ts';
import { readInWorkers } from './corpus-workers.ts';
import { FailureList } from './failure-list.ts';
import { readSummaryFile } from './json-files.ts';
import type { ReadContext, ReadingOptions } from './reading-options.ts';
import { Reading } from './reading.ts';

/** The summary of many inputs, and what could not be read, for people. */
export interface CorpusRead {
  readonly corpus: CorpusSummary;
  readonly failures: readonly string[];
}

/** Reads many inputs and sums up what they have in common. An input that cannot be read does not stop the others. */
export async function readCorpus(
  sources: readonly InputSource[],
  { reveal = false, merge = [], workers: chosen = 1 }: ReadingOptions,
  { io, profile, sinks, submissions, missing = 0 }: ReadContext,
): Promise<CorpusRead> {
  const totalBytes = await totalBytesOf(sources);
  const reading = new Reading({ io, totalBytes, counts: true });
  const settings = { profile, reveal };
  const collector = createCollector();
  await mergeFiles(merge, collector, io);
  collector.skip(missing);
  const failures = new FailureList();
  // A file of lines is cut into ranges: it can keep any number of threads busy.
  const most = sources.some(({ kind, lines }) => kind === 'file' && lines) ? chosen : Math.max(1, sources.length);
  const workers = sinks.length > 0 || submissions ? 1 : Math.min(chosen, most);
  const canMove = (source: InputSource): boolean => workers > 1 && source.kind !== 'stdin';
  const [here, shared] = [
    new CorpusTasks(
      sources.filter((source) => !canMove(source)),
      1,
    ),
    new CorpusTasks(sources.filter(canMove), workers),
  ];
  const collectHere = async (tasks: CorpusTasks): Promise<void> => {
    for (let task = tasks.next(); task; task = io.signal.aborted ? undefined : tasks.next()) {
      const { number } = task;
      const onFailure = (failure: string): void => failures.add(number, failure);
      await collectTask(task, { ...settings, io, sinks, submissions, reading }, { collector, onFailure });
      await setImmediate();
    }
  };
  try {
    // This thread is one of them.
    const reads = readInWorkers(shared, {
      workers: shared.waiting > 0 ? workers - 1 : 0,
      settings,
      signal: io.signal,
      onProgress: (bytes, documents) => reading.add(bytes, documents),
      onFailure: (task, failure) => failures.add(task, failure),
    });
    // No one waits for the threads while this one reads; a failure of theirs is met below.
    reads.catch(() => {});
    for (const tasks of [here, shared]) if (!io.signal.aborted) await collectHere(tasks);
    for (const corpus of await reads) collector.merge(corpus);
    collector.skip(here.waiting + shared.waiting);
  } finally {
    reading.end();
  }
  return { corpus: collector.result(), failures: failures.result() };
}

/** Adds the summaries of other runs. One that is given twice counts once: queues deliver some work twice. */
async function mergeFiles(names: readonly string[], collector: Collector, io: Io): Promise<void> {
  const seen = new Map<string, string>();
  for (const name of names) {
    const summary = await readSummaryFile(name, io.cwd);
    const digest = hash('sha256', JSON.stringify(summary));
    const same = seen.get(digest);
    seen.set(digest, same ?? name);
    if (same !== undefined) io.stderr.write(`idvkit: Counted "${name}" once: it equals "${same}".\n`);
    else if (summary.format === 'idvkit.corpus-summary') collector.merge(summary);
    else if (summary.documentCount > 0) collector.add(summary);
    else collector.skip(1);
  }
}
