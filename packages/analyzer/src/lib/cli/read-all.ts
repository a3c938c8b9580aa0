import type { Io } from '@idvkit/cli-kit';
import { CliError } from '@idvkit/cli-kit';
import type { DocumentSummary, HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import type { HitExport } from '../export/hit-export.ts';
import type { InputSource } from '../input/input-source.ts';
import { totalBytesOf } from '../input/total-bytes.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { readDocuments } from './read-documents.ts';
import { Reading } from './reading.ts';

/** Documents that a summary shows; of more, it counts the rest. */
const MOST_DOCUMENTS = 100;
/** Failures that are told one by one. */
const MOST_FAILURES = 20;

/** What came of all inputs. */
export interface AllRead {
  readonly summary: PayloadSummary;
  /** What could not be read, for people. */
  readonly failures: readonly string[];
}

/** Reads all inputs, one after the other. What cannot be read is told, and the others are read all the same. */
export async function readAll(
  sources: readonly InputSource[],
  options: AnalyzeOptions,
  {
    io,
    profile,
    exported,
  }: { readonly io: Io; readonly profile: HitProfile; readonly exported: HitExport | undefined },
): Promise<AllRead> {
  const reading = new Reading({
    io,
    totalBytes: options.follow ? undefined : await totalBytesOf(sources),
    counts: sources.length > 1 || sources.some(({ lines }) => lines),
  });
  const documents: DocumentSummary[] = [];
  const failures: string[] = [];
  let problem: ReadingProblem | undefined;
  let bytes = 0;
  let documentCount = 0;
  try {
    for (const source of sources) {
      if (io.signal.aborted) break;
      const read = readDocuments(source, {
        io,
        profile,
        top: options.top,
        reveal: options.reveal === true,
        follow: options.follow === true,
        exported,
        reading,
      });
      try {
        for await (const each of read) {
          bytes += each.bytes;
          problem ??= each.problem;
          if (each.failure !== undefined) failures.push(each.failure);
          if (each.document) documentCount += 1;
          if (each.document && documents.length < MOST_DOCUMENTS) documents.push(each.document);
        }
      } catch (error) {
        // A single input that cannot be opened leaves nothing to show.
        if (!(error instanceof CliError) || error.code !== 'input-unreadable' || sources.length === 1) throw error;
        problem ??= { code: 'unreadable', message: error.message };
        failures.push(error.message);
      }
    }
  } finally {
    reading.end();
  }
  const more = failures.length - MOST_FAILURES;
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
    failures: more > 0 ? [...failures.slice(0, MOST_FAILURES), `and ${more} more that could not be read`] : failures,
  };
}
