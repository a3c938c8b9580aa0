import { availableParallelism } from 'node:os';

import type { CorpusSummary } from '@idvkit/schema/formats';

import { createCollector } from '../corpus/create-collector.ts';
import { totalBytesOf } from '../input/files.ts';
import type { InputSource } from '../input/input-source.ts';
import { readInWorkers } from './corpus-workers.ts';
import { readCorpusFile } from './json-files.ts';
import { collectDocuments } from './read-documents.ts';
import type { ReadContext, ReadingOptions } from './reading-options.ts';
import { Reading } from './reading.ts';
import { restoreYoungGeneration } from './young-generation.ts';

/** Failures that are printed. */
const MAX_FAILURES = 20;
/** A thread takes longer to start than it saves of less. */
const MIN_BYTES_PER_THREAD = 32 * 1024 * 1024;

/** The summary of many inputs, and what could not be read, for people. */
export interface CorpusRead {
  readonly corpus: CorpusSummary;
  readonly failures: readonly string[];
}

/** Reads many inputs and sums up what they have in common. An input that cannot be read does not stop the others. */
export async function readCorpus(
  sources: readonly InputSource[],
  { top, reveal = false, follow = false, merge, workers: chosen, zstdWindow }: ReadingOptions,
  { io, profile, sinks, submissions }: ReadContext,
): Promise<CorpusRead> {
  restoreYoungGeneration();
  const totalBytes = follow ? undefined : await totalBytesOf(sources);
  const reading = new Reading({ io, totalBytes, counts: true });
  const settings = { profile, top, reveal, zstdWindow };
  const collector = createCollector();
  for (const name of merge) collector.merge(await readCorpusFile(name, io.cwd));
  const failures: string[] = [];
  let failed = 0;
  const onFailure = (failure: string): void => {
    failed += 1;
    if (failures.length < MAX_FAILURES) failures.push(failure);
  };
  const workers = sinks.length > 0 || submissions || follow ? 1 : workersFor(sources, totalBytes, chosen);
  const elsewhere = workers > 1 ? sources.filter(({ kind }) => kind !== 'stdin') : [];
  const here = sources.filter((source) => !elsewhere.includes(source));
  try {
    const reads = readInWorkers(elsewhere, {
      workers,
      settings,
      signal: io.signal,
      onProgress: (bytes, documents) => reading.add(bytes, documents),
      onFailure,
    });
    // Nobody waits for the threads while this one reads; a failure of theirs is met below.
    reads.catch(() => {});
    for (const source of here) {
      if (io.signal.aborted) collector.skip(1);
      else
        await collectDocuments(
          source,
          { ...settings, io, follow, sinks, submissions, reading },
          { collector, onFailure },
        );
    }
    const { corpora, unread } = await reads;
    for (const corpus of corpora) collector.merge(corpus);
    collector.skip(unread);
  } finally {
    reading.end();
  }
  const more = failed - failures.length;
  return {
    corpus: collector.result(),
    failures: more > 0 ? [...failures, `and ${more} more that could not be read to their end`] : failures,
  };
}

function workersFor(
  sources: readonly InputSource[],
  totalBytes: number | undefined,
  chosen: number | undefined,
): number {
  if (chosen !== undefined) return Math.min(chosen, sources.length);
  const useful = totalBytes === undefined ? sources.length : Math.floor(totalBytes / MIN_BYTES_PER_THREAD);
  return Math.max(1, Math.min(availableParallelism(), sources.length, useful));
}
