import type { DocumentSummary, HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import { PAYLOAD_BOUNDS, type PayloadBounds } from '../collect/bounds.ts';
import { collectPlain, PlainRoom } from '../collect/collect-plain.ts';
import { MAX_TEXT_BYTES, PayloadCollector } from '../collect/payload-collector.ts';
import type { HitBytes } from '../collect/tail-bytes.ts';
import type { DocumentFacts } from '../corpus/document-facts.ts';
import { JsonError } from '../scan/json-error.ts';
import type { ScanHandler } from '../scan/scan-handler.ts';
import type { ScanRunOptions } from '../scan/wasm/scan.ts';
import { documentFacts, documentSummary } from './document-summary.ts';
import { DEFAULT_HIT_PROFILE, marksOf, measuresOf } from './hit-profile.ts';
import { readingProblem } from './reading-problem.ts';

/** Options of a summary. */
export interface SummarizeOptions {
  /** Fields of a hit that are shown. Default: those that providers commonly write. */
  readonly profile?: HitProfile | undefined;
  /** How many of the largest hits of an entry are named. Default 10. */
  readonly top?: number;
  /** Shows personal values, such as the names of hits. Default false. */
  readonly reveal?: boolean;
  /** Containers within containers that are followed. Default 1,000. */
  readonly maxDepth?: number;
  /** Name of the input, which the summary repeats: a file, a delivery of an archive. */
  readonly source?: string;
  /** Stops the reading; the summary is then partial. */
  readonly signal?: AbortSignal;
  /** Called with the number of bytes read, once per chunk. */
  readonly onProgress?: (bytes: number) => void;
  /** Puts another handler between the scan and the summary; it must pass on every call. */
  readonly wrapHandler?: ((handler: ScanHandler) => ScanHandler) | undefined;
}

/** Position of a document in its input, and which errors of the input make its summary partial. */
export interface DocumentOptions extends SummarizeOptions {
  /** Number of the document in its input. Default 0. */
  readonly index?: number;
  /** Bytes from the start of the input to the document. Default 0. */
  readonly offset?: number;
  /** Default {@link PAYLOAD_BOUNDS}. */
  readonly bounds?: PayloadBounds;
  /** Reads hits for the evidence card. Default: the summary has none. */
  readonly hitBytes?: HitBytes | undefined;
  /** Returns the problem that an error stands for; all other errors are thrown. */
  readonly problemOf?: (error: unknown) => ReadingProblem | undefined;
}

/** The summary of one document, read to its end or not. */
export interface DocumentResult {
  /** Absent if the input was empty. */
  readonly document?: DocumentSummary;
  readonly problem?: ReadingProblem;
  readonly bytes: number;
}

/**
 * Sums up what a scan finds in one document.
 *
 * @param read Scans the document with the handler and options that it is given.
 */
export async function summarizeWith(
  options: DocumentOptions,
  read: (handler: ScanHandler, options: ScanRunOptions) => Promise<unknown>,
): Promise<DocumentResult> {
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, maxDepth = 1_000, signal } = options;
  const { source, index = 0, offset = 0, bounds = PAYLOAD_BOUNDS, hitBytes } = options;
  const hitsOptions = { profile, top, reveal, offset, bounds };
  const review = hitBytes && { bytes: hitBytes, marks: marksOf(profile), stories: profile.stories };
  const collector = new PayloadCollector(hitsOptions, review);
  let bytes = 0;
  let problem: ReadingProblem | undefined;
  try {
    await read(options.wrapHandler?.(collector) ?? collector, {
      measures: measuresOf(profile),
      ...(review && { marks: review.marks }),
      maxDepth,
      maxTextBytes: MAX_TEXT_BYTES,
      signal,
      onProgress: (now) => {
        bytes = now;
        options.onProgress?.(now);
      },
    });
  } catch (error) {
    problem = error instanceof JsonError ? readingProblem(error) : options.problemOf?.(error);
    // Up to the byte that is wrong, however much was read with it.
    if (error instanceof JsonError)
      bytes = error.position.offset + (problem?.code === 'malformed' || problem?.code === 'too-deep' ? 1 : 0);
    else if (problem === undefined && signal?.aborted !== true) throw error;
  }
  if (signal?.aborted) problem = { code: 'interrupted', message: `Interrupted after ${bytes} bytes`, offset: bytes };
  return {
    bytes,
    ...(problem && { problem }),
    ...(bytes > 0 && { document: documentSummary(collector.result(), { index, source, problem, profile, reveal }) }),
  };
}

/**
 * Sums up a small document that is whole in memory for a corpus, several times faster than a scan.
 *
 * @param room Used for one document after the other.
 * @returns `undefined` if it has to be scanned.
 */
export function summarizePlain(
  bytes: Uint8Array,
  options: Pick<DocumentOptions, 'profile' | 'top' | 'reveal' | 'source' | 'offset'> & {
    readonly line?: number | undefined;
  },
  room: PlainRoom = new PlainRoom(),
): DocumentFacts | undefined {
  const { profile = DEFAULT_HIT_PROFILE, top = 10, reveal = false, offset = 0 } = options;
  const hitsOptions = { profile, top, reveal, offset };
  const payload = collectPlain(bytes, { ...hitsOptions, measures: measuresOf(profile) }, room);
  return payload && documentFacts(payload, options, hitsOptions);
}

/** Most documents that a summary shows. Of more, it counts the rest. */
const MAX_DOCUMENTS = 100;

const NOTHING_READ: PayloadSummary = {
  format: 'idvkit.payload-summary',
  version: 1,
  complete: true,
  bytes: 0,
  documentCount: 0,
  documents: [],
};

/**
 * Writes the summary of an input.
 *
 * @param before Summary of the documents before this one.
 */
export function payloadSummary(result: DocumentResult, before: PayloadSummary = NOTHING_READ): PayloadSummary {
  const problem = before.problem ?? result.problem;
  const added = result.document ? [result.document] : [];
  return {
    ...NOTHING_READ,
    complete: problem === undefined,
    ...(problem && { problem }),
    bytes: before.bytes + result.bytes,
    documentCount: before.documentCount + added.length,
    documents: [...before.documents, ...added].slice(0, MAX_DOCUMENTS),
  };
}
