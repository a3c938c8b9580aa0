import { modeForHits, PayloadPath, type ContainerRole } from '../collect/payload-path.ts';
import { submissionKey } from '../collect/submission-key.ts';
import type { HitBatch, HitsStatistics } from '../scan/hits-statistics.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan/scan-handler.ts';
import type { HitLocation, HitSink } from './exported-hit.ts';

/** Bytes of a document while it is read. */
export interface DocumentBytes {
  /** Bytes before this offset are not read any more. Infinite outside of arrays of hits. */
  keepFrom: number;
  /** Returns the bytes of a range, in parts that are only lent. */
  read(offset: number, bytes: number): Iterable<Uint8Array>;
}

/** A document whose hits are exported. */
export interface ExportedDocument extends Pick<HitLocation, 'source' | 'document'> {
  /** Bytes from the start of the input to the document. */
  readonly offset: number;
  readonly bytes: DocumentBytes;
}

/** Roles of containers of hits. */
const LISTS: ReadonlySet<ContainerRole | undefined> = new Set<ContainerRole>(['hits', 'blacklist']);

/** Hands every hit of a document to sinks. Another handler may sum up the document in the same scan. */
export class HitExport implements ScanHandler {
  readonly #sinks: readonly HitSink[];
  readonly #document: ExportedDocument;
  readonly #inner: ScanHandler | undefined;
  readonly #path = new PayloadPath();
  /** Slug and time of submission, as far as they came. */
  readonly #application = new Map<string, string>();

  #number = 0;

  constructor(sinks: readonly HitSink[], document: ExportedDocument, inner?: ScanHandler) {
    this.#sinks = sinks;
    this.#document = document;
    this.#inner = inner;
  }

  open(kind: 'object' | 'array', offset: number): VisitMode {
    const role = this.#path.open(kind, this.#path.next());
    if (LISTS.has(role)) this.#document.bytes.keepFrom = offset;
    return this.#inner?.open(kind, offset) ?? modeForHits(role, kind);
  }

  close(end: number): void {
    if (LISTS.has(this.#path.role)) this.#document.bytes.keepFrom = Number.POSITIVE_INFINITY;
    this.#path.close();
    this.#inner?.close(end);
  }

  key(text: string, offset: number): void {
    this.#path.key(text);
    this.#inner?.key(text, offset);
  }

  wantsText(): boolean {
    return this.#inner?.wantsText() ?? false;
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    const step = this.#path.next();
    const { depth, steps } = this.#path;
    if (kind === 'string' && depth === 2 && steps[0] === 'application') {
      if (step === 'slug' || step === 'submitted_at') this.#application.set(step, text);
    }
    this.#inner?.scalar(kind, text, offset, end);
  }

  hits(batch: HitBatch): void {
    const { source, document, offset: base, bytes: documentBytes } = this.#document;
    const entry = this.#path.entry;
    const list = this.#path.role === 'blacklist' ? 'blacklist_hits' : 'hits';
    const submission = submissionKey(this.#application.get('slug'), this.#application.get('submitted_at'));
    for (let at = 0; at < batch.count; at += 1) {
      const start = batch.offsets[at] ?? 0;
      const bytes = batch.bytes[at] ?? 0;
      const place = { list, number: this.#number, index: batch.first + at, offset: base + start, bytes } as const;
      const location = { source, document, submission, ...entry, ...place };
      this.#number += 1;
      const parts = (): Iterable<Uint8Array> => documentBytes.read(start, bytes);
      const identity = batch.identities[at] ?? Number.NaN;
      for (const sink of this.#sinks) sink.add({ ...location, label: batch.label(at), identity, parts });
      documentBytes.keepFrom = start + bytes;
    }
    this.#inner?.hits?.(batch);
  }

  stories(hashes: Float64Array): void {
    this.#inner?.stories?.(hashes);
  }

  hitsEnd(statistics: HitsStatistics): void {
    this.#inner?.hitsEnd?.(statistics);
  }
}
