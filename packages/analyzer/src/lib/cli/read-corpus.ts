import { availableParallelism } from 'node:os';

import { CliError } from '@idvkit/cli-kit';
import type { CorpusSummary } from '@idvkit/schema/formats';

import { createCollector } from '../corpus/create-collector.ts';
import { totalBytesOf } from '../input/files.ts';
import type { InputSource } from '../input/input-source.ts';
import { readInWorkers } from './corpus-workers.ts';
import { readCorpusFile } from './read-corpus-file.ts';
import { readDocuments } from './read-documents.ts';
import type { ReadContext, ReadingOptions } from './reading-options.ts';
import { Reading } from './reading.ts';
import { restoreYoungGeneration } from './young-generation.ts';

/** Failures that are told one by one. */
const MAX_FAILURES = 20;
/** Below that a thread takes longer to start than it saves. */
const WORTH_A_THREAD_BYTES = 32 * 1024 * 1024;

/** What came of many inputs. */
export interface CorpusRead {
  readonly corpus: CorpusSummary;
  /** What could not be read, for people. */
  readonly failures: readonly string[];
}

/** Reads many inputs and sums up what they have in common. An input that cannot be read does not stop the others. */
export async function readCorpus(
  sources: readonly InputSource[],
  { top, reveal = false, follow = false, merge, workers: chosen }: ReadingOptions,
  { io, profile, sinks }: ReadContext,
): Promise<CorpusRead> {
  restoreYoungGeneration();
  const totalBytes = follow ? undefined : await totalBytesOf(sources);
  const reading = new Reading({ io, totalBytes, counts: true });
  const settings = { profile, top, reveal };
  const collector = createCollector();
  for (const name of merge) collector.merge(await readCorpusFile(name, io.cwd));
  const failures: string[] = [];
  let failed = 0;
  const onFailure = (failure: string): void => {
    failed += 1;
    if (failures.length < MAX_FAILURES) failures.push(failure);
  };
  const readHere = async (source: InputSource): Promise<void> => {
    try {
      for await (const { document, failure } of readDocuments(source, { ...settings, io, follow, sinks, reading })) {
        if (document) collector.addDocument(document);
        if (failure !== undefined) onFailure(failure);
      }
    } catch (error) {
      if (!(error instanceof CliError) || error.code !== 'input-unreadable') throw error;
      onFailure(error.message);
      collector.skip(1);
    }
  };
  const workers = sinks.length > 0 || follow ? 1 : workersFor(sources, totalBytes, chosen);
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
      else await readHere(source);
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
  const worthIt = totalBytes === undefined ? sources.length : Math.floor(totalBytes / WORTH_A_THREAD_BYTES);
  return Math.max(1, Math.min(availableParallelism(), sources.length, worthIt));
}
