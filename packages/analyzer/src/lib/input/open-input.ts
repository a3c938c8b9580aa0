import { CliError, systemErrorState } from '@idvkit/cli-kit';

import { CompressionError, decompress } from './decompress.ts';
import { openFile } from './files.ts';
import { inputUnreadable } from './input-error.ts';
import type { InputSource } from './input-source.ts';
import type { LineRange } from './line-ranges.ts';
import { openUrl } from './open-url.ts';
import { splitLines } from './split-lines.ts';
import { untilAborted } from './until-aborted.ts';

/** An input that is ready to be read. */
export interface OpenInput {
  /**
   * JSON text, unpacked where it was packed. It throws a `CliError` with the code `input-unreadable` where the input is cut
   * short, damaged, shrinks or cannot be read on.
   */
  readonly stream: AsyncIterable<Uint8Array>;
  readonly lines: boolean;
  /** Returns how many bytes of the input were read so far, as it is stored: compressed if it is compressed. */
  readBytes(): number;
}

export interface OpenOptions {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
}

/**
 * Opens an input. What is packed with gzip or zstd is unpacked, whatever it is called.
 *
 * @throws {CliError} `input-unreadable` if it cannot be read.
 */
export async function openInput(source: InputSource, options: OpenOptions): Promise<OpenInput> {
  const { stream, lines = source.lines } = await openRaw(source, options);
  let read = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      read += chunk.length;
      yield chunk;
    }
  }
  return {
    stream: translated(decompress(counted()), source.name, options.signal),
    lines,
    readBytes: () => read,
  };
}

/** One document of an input, to be read before the next one is asked for. */
export interface InputDocument {
  /** Bytes from the start of the input to the document. */
  readonly offset: number;
  readonly stream: AsyncIterable<Uint8Array>;
  /** All of the document, if it is at hand. Valid until the next document is asked for. */
  readonly whole?: Uint8Array | undefined;
  /** Line of the document, 1-based, if there is one document per line. */
  readonly line?: number;
}

/** Returns the documents of an input, or of a range of its lines: one, or one per line. */
export async function* documentsOf({ stream, lines }: OpenInput, range?: LineRange): AsyncGenerator<InputDocument> {
  if (lines) yield* splitLines(stream, range);
  else yield { offset: 0, stream };
}

async function openRaw(
  source: InputSource,
  { stdin, signal }: OpenOptions,
): Promise<Pick<OpenInput, 'stream'> & Partial<OpenInput>> {
  switch (source.kind) {
    case 'stdin':
      return { stream: stdin };
    case 'url': {
      const { stream, lines } = await openUrl(source.url, { name: source.name, signal });
      return { stream, lines: source.lines || lines };
    }
    case 'file':
      return { stream: await openFile(source.path, source.name) };
    case 'remote':
      return { stream: await source.open(signal) };
    case 'capture': {
      const { readBody } = await import('@idvkit/archive');
      return { stream: readBody(source.body) };
    }
  }
}

/** Passes a stream on, and says of a failure to read it which input it was. */
async function* translated(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* untilAborted(stream, signal);
  } catch (error) {
    // The connection was given up because someone asked for it.
    if (signal.aborted) return;
    if (error instanceof CliError) throw error;
    if (error instanceof CompressionError) throw inputUnreadable(name, error.message, error);
    throw inputUnreadable(name, await stateOf(error), error);
  }
}

async function stateOf(error: unknown): Promise<string> {
  const { ArchiveError } = await import('@idvkit/archive');
  if (error instanceof ArchiveError) {
    if (error.code === 'body-missing') return 'its body is not in the archive';
    return 'it is not the body that was captured: its checksum differs';
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const isConnection = error instanceof TypeError;
  return isConnection ? 'the connection broke off' : systemErrorState(cause);
}
