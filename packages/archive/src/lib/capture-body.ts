import { Readable } from 'node:stream';

import type { Captured } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { BodySummarizer, type BodySummary } from './body-scan/summarize-body.ts';
import type { BodyFile, BodyStore, ByteRange } from './body-store.ts';
import { decodeContent } from './content-coding.ts';
import { contentCodings } from './content-coding.ts';
import { SMALL_BODY_BYTES } from './small-body.ts';

/** Whether the body of a capture can be read: there is one, and as long as it was received. Hashes are for `verify`. */
export type BodyState = 'present' | 'missing' | 'changed';

/** Reads the body of a capture, whole or in part. @throws {ArchiveError} `body-missing`. */
export async function openCaptureBody(bodies: BodyStore, { id, body }: Captured, range?: ByteRange): Promise<Readable> {
  try {
    return await bodies.read(body.sha256, range);
  } catch (cause) {
    if (!(cause instanceof ArchiveError) || cause.code !== 'body-missing') throw cause;
    throw new ArchiveError('body-missing', `The body of capture ${id} is not in the archive`, { cause });
  }
}

/** Looks whether the body of a capture is there, without reading it. */
export async function captureBodyState(bodies: BodyStore, { body }: Captured): Promise<BodyState> {
  let file: BodyFile | undefined;
  try {
    file = await bodies.locate(body.sha256);
  } catch {
    return 'changed';
  }
  if (file === undefined) return 'missing';
  return file.encoding === 'identity' && file.storedBytes !== body.bytes ? 'changed' : 'present';
}

/** Reads of a body what lists need. One that is not there or breaks off gives what was found until then. */
export async function summarizeCapture(bodies: BodyStore, captured: Captured): Promise<BodySummary> {
  const summarizer = new BodySummarizer();
  const small = bodies.readSmall(captured.body, SMALL_BODY_BYTES);
  if (small !== undefined && contentCodings(captured).length === 0) {
    summarizer.write(small);
    return summarizer.end();
  }
  try {
    const body = small === undefined ? await bodies.read(captured.body.sha256) : Readable.from([small]);
    // No encoding is set, so the chunks are bytes.
    for await (const part of decodeContent(body, captured) as AsyncIterable<Uint8Array>) {
      summarizer.write(part);
      if (summarizer.isHopeless) break;
    }
  } catch {
    // Lists show it all the same; `verify` says what is wrong with it.
  }
  return summarizer.end();
}
