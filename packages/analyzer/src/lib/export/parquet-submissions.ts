import type { DocumentSummary } from '@idvkit/schema/formats';

import { submissionOf } from '../corpus/submission-of.ts';
import { ParquetFile } from './parquet-file.ts';

/** Takes the summaries of payloads one after the other. */
export interface DocumentSink {
  add(document: DocumentSummary): void;
  /** Completes the file after the last payload. */
  commit(): void;
  /** Removes what was written. */
  discard(): void;
}

/**
 * Writes a row of Parquet for each delivery: the submission that it is of, its outcome, flags and hits.
 *
 * @see docs/formats.md, "Exported submissions"
 */
export class ParquetSubmissions implements DocumentSink {
  readonly #file: ParquetFile<DocumentSummary>;

  constructor(path: string) {
    this.#file = new ParquetFile<DocumentSummary>(path, [
      { name: 'source', type: 'text', valueOf: ({ source }) => source },
      { name: 'document', type: 'integer', valueOf: ({ index }) => index },
      { name: 'submission', type: 'text', valueOf: (document) => submissionOf(document)?.key },
      { name: 'event_type', type: 'text', valueOf: ({ event }) => event.type },
      { name: 'delivered_at', type: 'time', valueOf: ({ event }) => timeOf(event.createdAt) },
      { name: 'submitted_at', type: 'time', valueOf: ({ application }) => timeOf(application.submittedAt) },
      {
        name: 'application_id',
        type: 'long',
        valueOf: ({ application: { id } }) => (id === undefined ? id : BigInt(id)),
      },
      { name: 'form', type: 'text', valueOf: ({ application }) => application.form },
      { name: 'status', type: 'text', valueOf: ({ application }) => application.status },
      { name: 'ekyc', type: 'text', valueOf: ({ outcome }) => outcome.ekyc },
      { name: 'face_score', type: 'number', valueOf: ({ outcome }) => outcome.faceScore },
      { name: 'face_status', type: 'text', valueOf: ({ outcome }) => outcome.faceStatus },
      { name: 'document_type', type: 'text', valueOf: ({ outcome }) => outcome.documentType },
      { name: 'providers', type: 'texts', valueOf: ({ providers }) => providers.map(({ name }) => name) },
      {
        name: 'flags',
        type: 'texts',
        valueOf: ({ screening }) => screening.flags.counts.map(({ value }) => value).sort(),
      },
      { name: 'runs', type: 'integer', valueOf: ({ screening }) => screening.runs },
      { name: 'hits', type: 'long', valueOf: ({ hits }) => BigInt(hits) },
      { name: 'blacklist_hits', type: 'long', valueOf: ({ blacklistHits }) => BigInt(blacklistHits) },
      { name: 'highest_score', type: 'number', valueOf: ({ screening }) => screening.highest[0]?.score },
      { name: 'bytes', type: 'long', valueOf: ({ bytes }) => BigInt(bytes) },
      { name: 'complete', type: 'flag', valueOf: ({ complete }) => complete },
      { name: 'warnings', type: 'texts', valueOf: ({ warnings }) => [...new Set(warnings.map(({ code }) => code))] },
    ]);
  }

  add(document: DocumentSummary): void {
    this.#file.add(document);
  }

  commit(): void {
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

/** Returns the time of a date-time with an offset; anything else is not a time. */
function timeOf(text: string | null | undefined): Date | undefined {
  const isTime = text !== undefined && text !== null && /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = new Date(isTime ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
