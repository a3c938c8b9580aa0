import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';
import type { DocumentSummary, HitProfile, PayloadSummary, ReadingProblem } from '@idvkit/schema/formats';

import type { HitExport } from '../export/hit-export.ts';
import { HitObserver } from '../export/hit-observer.ts';
import { inputUnreadable } from '../input/input-error.ts';
import type { InputSource } from '../input/input-source.ts';
import { openInput } from '../input/open-input.ts';
import { plainFileOf, type PlainFile } from '../input/plain-file.ts';
import { splitLines } from '../input/split-lines.ts';
import type { ScanHandler } from '../scan/scan-handler.ts';
import { summarizeFile } from '../summarize/summarize-file.ts';
import { summarize } from '../summarize/summarize.ts';
import type { Reading } from './reading.ts';
import { shiftOffsets } from './shift-offsets.ts';

/** How documents are read. */
export interface ReadOptions {
  readonly io: Pick<Io, 'stdin' | 'signal'>;
  readonly profile?: HitProfile | undefined;
  readonly top: number;
  readonly reveal: boolean;
  readonly follow: boolean;
  /** Threads that share the work on one document that is a file. Default 1. */
  readonly threads?: number | undefined;
  /** Where hits go, too. */
  readonly exported?: HitExport | undefined;
  readonly reading?: Pick<Reading, 'open' | 'document' | 'update'> | undefined;
}

/** A document that was read, to its end or not. */
export interface ReadDocument {
  /** Absent where there was not a single byte. */
  readonly document?: DocumentSummary | undefined;
  readonly problem?: ReadingProblem | undefined;
  /** What the problem is, for people: names the input. */
  readonly failure?: string | undefined;
  readonly bytes: number;
}

/**
 * Reads the documents of an input one after the other. An input that breaks off gives what was seen of the document until
 * then.
 *
 * @throws {CliError} `input-unreadable` where it cannot be opened.
 */
export async function* readDocuments(source: InputSource, options: ReadOptions): AsyncGenerator<ReadDocument> {
  const { io, follow, reading } = options;
  const plain = follow ? undefined : await plainFileOf(source);
  if (plain) {
    yield await readPlainFile(plain, source, options);
    return;
  }
  const input = await openInput(source, {
    stdin: io.stdin,
    signal: io.signal,
    follow,
    onWait: () => reading?.update(),
  });
  reading?.open(input);
  const guard = new Guard(input.stream);
  if (!input.lines) {
    yield await readOne({ stream: guard, guard, index: 0, offset: 0, source }, options);
    return;
  }
  let index = 0;
  let isTold = false;
  for await (const { line, offset, stream } of splitLines(guard)) {
    const read = await readOne({ stream, guard, index, offset, source, line }, options);
    // Where it is said to stop, the line that is being written is no document yet.
    if (follow && io.signal.aborted) return;
    yield read;
    reading?.update();
    index += 1;
    isTold = guard.failure !== undefined;
  }
  // The input broke off between two documents.
  if (guard.failure && !isTold) yield { ...failed(guard.failure), bytes: 0 };
}

/** Reads a document that is a file and not packed, where it lies. */
async function readPlainFile(
  { path, bytes }: PlainFile,
  source: InputSource,
  { io, profile, top, reveal, threads, exported, reading }: ReadOptions,
): Promise<ReadDocument> {
  let now = 0;
  reading?.open({ readBytes: () => now });
  const watched = exported?.watchFile(path, { source: source.name, document: 0, offset: 0 });
  try {
    const summary = await summarizeFile(path, {
      top,
      reveal,
      signal: io.signal,
      source: source.name,
      onProgress: (read) => {
        now = read;
        reading?.update();
      },
      ...(threads !== undefined && { threads }),
      ...(profile && { profile }),
      ...(watched && { wrapHandler: watched.wrapHandler }),
    });
    reading?.document();
    const hasShrunk = summary.problem?.code === 'cut-off' && summary.bytes < bytes;
    return told(summary, source, {
      failure: hasShrunk
        ? inputUnreadable(source.name, `it shrank while it was read: ${summary.bytes} of its ${bytes} bytes were left`)
        : undefined,
    });
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw inputUnreadable(source.name, systemErrorState(error), error);
  } finally {
    watched?.close();
  }
}

/** What a summary says, and what went wrong. */
function told(
  summary: PayloadSummary,
  source: InputSource,
  {
    failure,
    index = 0,
    offset = 0,
    line,
  }: { failure: CliError | undefined; index?: number; offset?: number; line?: number | undefined },
): ReadDocument {
  const [document] = summary.documents;
  const problem = failure ? failed(failure).problem : summary.problem;
  const shifted = document && shiftOffsets({ ...document, index }, offset);
  const at = line === undefined ? '' : `, document in line ${line}`;
  return {
    bytes: summary.bytes,
    ...(shifted && { document: problem ? { ...shifted, complete: false, problem } : shifted }),
    ...(problem && {
      problem,
      failure: failure?.message ?? `Cannot read "${source.name}"${at} to its end: ${problem.message}.`,
    }),
  };
}

interface Place {
  readonly stream: AsyncIterable<Uint8Array>;
  readonly guard: Guard;
  readonly index: number;
  readonly offset: number;
  readonly source: InputSource;
  readonly line?: number;
}

async function readOne(
  { stream, guard, index, offset, source, line }: Place,
  { io, profile, top, reveal, follow, exported, reading }: ReadOptions,
): Promise<ReadDocument> {
  const watched = exported?.watch(stream, { source: source.name, document: index, offset });
  let wrapHandler = watched?.wrapHandler;
  let read: AsyncIterable<Uint8Array> = watched?.stream ?? stream;
  if (follow && line === undefined) {
    const ending = untilEnd(read, wrapHandler);
    ({ stream: read, wrapHandler } = ending);
  }
  const summary = await summarize(read, {
    top,
    reveal,
    signal: io.signal,
    source: source.name,
    onProgress: () => reading?.update(),
    ...(profile && { profile }),
    ...(wrapHandler && { wrapHandler }),
  });
  reading?.document();
  return told(summary, source, { failure: guard.failure, index, offset, line });
}

function failed({ message }: CliError): { readonly problem: ReadingProblem; readonly failure: string } {
  return {
    problem: { code: 'unreadable', message: message.replace(/^Cannot read ".*": /s, '').replace(/\.$/, '') },
    failure: message,
  };
}

/** A stream that ends where it fails, and keeps the failure: what was read until then is summed up. */
class Guard implements AsyncIterable<Uint8Array> {
  readonly stream: AsyncIterable<Uint8Array>;
  failure: CliError | undefined;

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.stream = stream;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      yield* this.stream;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.failure = error;
    }
  }
}

/** Ends a stream that goes on forever where its document does. */
function untilEnd(
  stream: AsyncIterable<Uint8Array>,
  outer: ((handler?: ScanHandler) => ScanHandler) | undefined,
): { readonly stream: AsyncIterable<Uint8Array>; readonly wrapHandler: (handler?: ScanHandler) => ScanHandler } {
  let observer: HitObserver | undefined;
  async function* followed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      yield chunk;
      if (observer?.hasEnded === true) return;
    }
  }
  return {
    stream: followed(),
    wrapHandler: (handler) => {
      const inner = outer ? outer(handler) : handler;
      observer = new HitObserver({ source: '', document: 0, offset: 0, onHit: () => {}, ...(inner && { inner }) });
      return observer;
    },
  };
}
