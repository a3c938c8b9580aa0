import type { PayloadSummary } from '@idvkit/schema/formats';

import { totalBytesOf } from '../input/files.ts';
import type { InputSource } from '../input/input-source.ts';
import { payloadSummary } from '../summarize/summarize-with.ts';
import { readDocuments } from './read-documents.ts';
import type { ReadContext, ReadingOptions } from './reading-options.ts';
import { Reading } from './reading.ts';

/** The summary of an input, and what could not be read, for people. */
export interface PayloadRead {
  readonly summary: PayloadSummary;
  readonly failures: readonly string[];
}

/** Reads an input that holds one document. If a server says that it holds one per line, the first of them are shown. */
export async function readPayload(
  source: InputSource,
  { reveal = false }: ReadingOptions,
  { io, profile, sinks, submissions }: ReadContext,
): Promise<PayloadRead> {
  const totalBytes = await totalBytesOf([source]);
  const reading = new Reading({ io, totalBytes, counts: false });
  let summary: PayloadSummary | undefined;
  const failures: string[] = [];
  try {
    const options = { io, profile, reveal, sinks, submissions, reading, evidence: true };
    for await (const { failure, ...result } of readDocuments(source, options)) {
      summary = payloadSummary(result, summary);
      if (failure !== undefined && failures.length === 0) failures.push(failure);
    }
  } finally {
    reading.end();
  }
  return { summary: summary ?? payloadSummary({ bytes: 0 }), failures };
}
