import { availableParallelism } from 'node:os';

import type { Io } from '@idvkit/cli-kit';
import type { DocumentSummary, HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import type { HitExport } from '../export/hit-export.ts';
import type { InputSource } from '../input/input-source.ts';
import { totalBytesOf } from '../input/total-bytes.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { readDocuments } from './read-documents.ts';
import { Reading } from './reading.ts';

/** Documents that a summary shows; of more, it counts the rest. */
const MAX_DOCUMENTS = 100;

/** A second thread takes longer to start than it saves of smaller documents. */
const WORTH_TWO_THREADS_BYTES = 256 * 1024 * 1024;

/** What came of an input. */
export interface PayloadRead {
  readonly summary: PayloadSummary;
  /** What could not be read, for people. */
  readonly failures: readonly string[];
}

/** Reads an input that holds one document; if a server says that it holds one per line, then the first of them are shown. */
export async function readPayload(
  source: InputSource,
  options: AnalyzeOptions,
  {
    io,
    profile,
    exported,
  }: { readonly io: Io; readonly profile: HitProfile; readonly exported: HitExport | undefined },
): Promise<PayloadRead> {
  const totalBytes = options.follow ? undefined : await totalBytesOf([source]);
  const reading = new Reading({ io, totalBytes, counts: false });
  const documents: DocumentSummary[] = [];
  const failures: string[] = [];
  let problem: ReadingProblem | undefined;
  let bytes = 0;
  let documentCount = 0;
  try {
    const threads = options.workers ?? threadsFor(totalBytes);
    const [top, reveal, follow] = [options.top, options.reveal === true, options.follow === true];
    for await (const each of readDocuments(source, {
      io,
      profile,
      top,
      reveal,
      follow,
      threads,
      exported,
      reading,
    })) {
      bytes += each.bytes;
      problem ??= each.problem;
      if (each.failure !== undefined && failures.length === 0) failures.push(each.failure);
      if (each.document) documentCount += 1;
      if (each.document && documents.length < MAX_DOCUMENTS) documents.push(each.document);
    }
  } finally {
    reading.end();
  }
  return {
    summary: {
      format: 'idvkit.payload-summary',
      version: 1,
      complete: problem === undefined,
      ...(problem && { problem }),
      bytes,
      documentCount,
      documents,
    },
    failures,
  };
}

function threadsFor(totalBytes: number | undefined): number {
  return totalBytes !== undefined && totalBytes >= WORTH_TWO_THREADS_BYTES ? Math.min(2, availableParallelism()) : 1;
}
