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
      { name: 'delivered_at', type: 'text', valueOf: ({ event }) => event.createdAt },
      { name: 'submitted_at', type: 'text', valueOf: ({ application }) => application.submittedAt ?? undefined },
      { name: 'application_id', type: 'number', valueOf: ({ application }) => application.id },
      { name: 'form', type: 'text', valueOf: ({ application }) => application.form },
      { name: 'status', type: 'text', valueOf: ({ application }) => application.status },
      { name: 'ekyc', type: 'text', valueOf: ({ outcome }) => outcome.ekyc },
      { name: 'face_score', type: 'number', valueOf: ({ outcome }) => outcome.faceScore },
      { name: 'face_status', type: 'text', valueOf: ({ outcome }) => outcome.faceStatus },
      { name: 'document_type', type: 'text', valueOf: ({ outcome }) => outcome.documentType },
      { name: 'providers', type: 'texts', valueOf: ({ providers }) => providers.map(({ name }) => name) },
      { name: 'flags', type: 'texts', valueOf: flagsOf },
      { name: 'runs', type: 'integer', valueOf: (document) => runsOf(document).length },
      { name: 'hits', type: 'long', valueOf: ({ hits }) => BigInt(hits) },
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

function runsOf({ providers }: DocumentSummary): DocumentSummary['providers'][number]['runs'] {
  return providers.flatMap(({ runs }) => runs);
}

/** Flags that some run has raised. */
function flagsOf(document: DocumentSummary): readonly string[] {
  const raised = runsOf(document).flatMap(({ flags }) => Object.keys(flags).filter((flag) => flags[flag]));
  return [...new Set(raised)].sort();
}
