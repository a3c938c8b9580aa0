import { CliError, systemErrorCode, systemErrorState, type Io } from '@idvkit/cli-kit';
import type { HitProfile, ReadingProblem } from '@idvkit/schema/formats';

import type { PlainRoom } from '../collect/collect-plain.ts';
import { MAX_PLAIN_BYTES } from '../collect/plain-json.ts';
import { TailBytes, type HitBytes } from '../collect/tail-bytes.ts';
import type { Collector } from '../corpus/create-collector.ts';
import { readHit, type HitSink } from '../export/exported-hit.ts';
import { FileBytes } from '../export/file-bytes.ts';
import { HitExport, type DocumentBytes } from '../export/hit-export.ts';
import type { DocumentSink } from '../export/parquet-submissions.ts';
import { RecentBytes } from '../export/recent-bytes.ts';
import { plainFileOf, readSmallFile, shrunk, type PlainFile } from '../input/files.ts';
import { inputUnreadable } from '../input/input-error.ts';
import type { InputSource } from '../input/input-source.ts';
import { readLines, type LineRange } from '../input/line-ranges.ts';
import { documentsOf, openInput, type OpenInput } from '../input/open-input.ts';
import { scanFile } from '../scan/file/scan-file.ts';
import { JsonError } from '../scan/json-error.ts';
import { scan } from '../scan/wasm/scan.ts';
import { summarizePlain, summarizeWith, type DocumentResult } from '../summarize/summarize-with.ts';
import type { Reading } from './reading.ts';

export interface ReadOptions {
  readonly io: Pick<Io, 'stdin' | 'signal'>;
  readonly profile?: HitProfile | undefined;
  readonly reveal: boolean;
  /** Lines of the input that are read, if it is a file. Default: all. */
  readonly range?: LineRange | undefined;
  /** Files that the hits are written to. */
  readonly sinks?: readonly HitSink[] | undefined;
  /** Table of submissions. */
  readonly submissions?: Pick<DocumentSink, 'add'> | undefined;
  readonly reading?: Pick<Reading, 'open' | 'document' | 'update'> | undefined;
  /** Adds the evidence card to each summary. Default false. */
  readonly evidence?: boolean | undefined;
  /** Room for small documents, one after the other. */
  readonly room?: PlainRoom | undefined;
}

/** The summary of a document, read to its end or not. */
export interface ReadDocument extends DocumentResult {
  /** The problem as a message that names the input. */
  readonly failure?: string;
}

/**
 * Reads the documents of an input one after the other. If an input breaks off, the last document is what was seen until then.
 *
 * @throws {CliError} `input-unreadable` if it cannot be opened.
 */
export async function* readDocuments(source: InputSource, options: ReadOptions): AsyncGenerator<ReadDocument> {
  for await (const document of openDocuments(source, options)) {
    if (!('read' in document)) yield document;
    else yield await readDocument(document, source, options);
  }
}

/** A document that is ready to be read, before the next one is asked for. */
interface Document {
  readonly index: number;
  readonly offset: number;
  readonly line?: number | undefined;
  /** All of it, if it is at hand. */
  readonly whole?: Uint8Array | undefined;
  /** Its bytes, if hits are exported. */
  readonly bytes: DocumentBytes | undefined;
  /** Its hits, if the evidence card is wanted. */
  readonly hitBytes: HitBytes | undefined;
  readonly read: Parameters<typeof summarizeWith>[1];
}

async function* openDocuments(source: InputSource, options: ReadOptions): AsyncGenerator<Document | ReadDocument> {
  const { io, sinks = [], reading, range, evidence = false } = options;
  const plain = await plainFileOf(source);
  if (plain) {
    yield* openPlainFile(plain, source, options);
    return;
  }
  const { stdin, signal } = io;
  const input = range ? openRange(source, range, signal) : await openInput(source, { stdin, signal });
  reading?.open(input);
  let index = 0;
  try {
    for await (const { stream, ...document } of documentsOf(input, range)) {
      const bytes = sinks.length > 0 ? new RecentBytes() : undefined;
      const tail = evidence ? new TailBytes() : undefined;
      const parts = tail ? tail.keep(stream) : stream;
      const read: Document['read'] = (handler, scanOptions) =>
        scan(bytes ? bytes.keep(parts) : parts, handler, scanOptions);
      yield { ...document, index, bytes, hitBytes: tail?.copy, read };
      reading?.update();
      index += 1;
    }
  } catch (error) {
    // The input broke off between two documents.
    if (!isUnreadable(error)) throw error;
    yield { problem: problemOf(error), failure: error.message, bytes: 0 };
  }
}

function openRange(source: InputSource, range: LineRange, signal: AbortSignal): OpenInput {
  if (source.kind !== 'file' && source.kind !== 'remote') throw new Error('Only files and objects are read in ranges');
  let read = 0;
  const opened = source;
  async function* counted(): AsyncGenerator<Uint8Array> {
    const chunks = opened.kind === 'file' ? readLines(opened, range, signal) : await opened.open(signal, range);
    for await (const chunk of chunks) {
      read += chunk.length;
      yield chunk;
    }
  }
  return { stream: counted(), lines: true, readBytes: () => read };
}

function* openPlainFile(
  { path, bytes }: PlainFile,
  source: InputSource,
  { sinks = [], reading, evidence = false }: ReadOptions,
): Generator<Document> {
  let now = 0;
  reading?.open({ readBytes: () => now });
  using fileBytes = sinks.length > 0 || evidence ? new FileBytes(path) : undefined;
  const hitBytes: HitBytes | undefined =
    evidence && fileBytes
      ? (offset, count) => () => readHit({ parts: () => fileBytes.read(offset, count) })
      : undefined;
  const read: Document['read'] = async (handler, scanOptions) => {
    const onProgress = (count: number): void => {
      now = count;
      scanOptions.onProgress?.(count);
    };
    try {
      await scanFile(path, handler, { ...scanOptions, onProgress });
    } catch (error) {
      const isCutOff = error instanceof JsonError && error.code === 'cut-off';
      if (isCutOff && now < bytes) throw shrunk(source.name, { had: bytes, end: now, cause: error });
      if (error instanceof JsonError || systemErrorCode(error) === undefined) throw error;
      throw inputUnreadable(source.name, systemErrorState(error), error);
    }
  };
  yield { index: 0, offset: 0, bytes: sinks.length > 0 ? fileBytes : undefined, hitBytes, read };
}

async function readDocument(
  { index, offset, line, bytes, hitBytes, read }: Document,
  source: InputSource,
  { io, profile, reveal, sinks = [], submissions, reading }: ReadOptions,
): Promise<ReadDocument> {
  const { name } = source;
  let failure: string | undefined;
  const result = await summarizeWith(
    {
      profile,
      reveal,
      index,
      offset,
      source: name,
      signal: io.signal,
      hitBytes,
      onProgress: () => reading?.update(),
      wrapHandler: bytes && ((inner) => new HitExport(sinks, { source: name, document: index, offset, bytes }, inner)),
      problemOf: (error) => {
        if (!isUnreadable(error)) return undefined;
        failure = error.message;
        return problemOf(error);
      },
    },
    read,
  );
  reading?.document();
  if (result.document) submissions?.add(result.document);
  if (!result.problem) return result;
  const at = line === undefined ? '' : `, document in line ${line}`;
  const hint = hintOf(result.problem, line);
  return { ...result, failure: failure ?? `Cannot read "${name}"${at} to its end: ${result.problem.message}.${hint}` };
}

/** Returns what to do with an input that holds several documents, or documents of several lines each. */
function hintOf({ code }: ReadingProblem, line: number | undefined): string {
  if (code === 'several-documents' && line === undefined) {
    return ` It holds several documents. If each is on a line of its own, add --lines. If not: ${ON_ONE_LINE}`;
  }
  return code === 'cut-off' && line === 1 ? ` If documents have several lines: ${ON_ONE_LINE}` : '';
}

const ON_ONE_LINE = 'jq -c . FILE | idvkit analyze - --lines';

function isUnreadable(error: unknown): error is CliError {
  return error instanceof CliError && error.code === 'input-unreadable';
}

function problemOf({ message }: CliError): ReadingProblem {
  return { code: 'unreadable', message: message.replace(/^Cannot read ".*": /s, '').replace(/\.$/, '') };
}

/** Adds the documents of an input to a corpus. An input that cannot be read is a failure, and counts as unread. */
export async function collectDocuments(
  source: InputSource,
  options: ReadOptions,
  { collector, onFailure }: { readonly collector: Collector; readonly onFailure: (failure: string) => void },
): Promise<void> {
  const { reading, sinks = [], submissions } = options;
  /** Adds a small document if no scan is needed. */
  const addWhole = (whole: Uint8Array | undefined, place: { offset: number; line?: number | undefined }): boolean => {
    const facts = whole && summarizePlain(whole, { ...options, ...place, source: source.name }, options.room);
    if (facts === undefined) return false;
    collector.addDocument(facts);
    reading?.document();
    return true;
  };
  const canParse = sinks.length === 0 && !submissions;
  const small = canParse ? readSmallFile(source, MAX_PLAIN_BYTES) : undefined;
  if (addWhole(small, { offset: 0 })) {
    reading?.open({ readBytes: () => small?.length ?? 0 });
    reading?.update();
    return;
  }
  try {
    for await (const opened of openDocuments(source, options)) {
      const isOpen = 'read' in opened;
      if (isOpen && canParse && addWhole(opened.whole, opened)) continue;
      const result = isOpen ? await readDocument(opened, source, options) : opened;
      const { document, failure } = result;
      if (document) collector.addDocument({ ...document, line: isOpen ? opened.line : undefined });
      if (failure !== undefined) onFailure(failure);
    }
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    onFailure(error.message);
    collector.skip(1);
  }
}
