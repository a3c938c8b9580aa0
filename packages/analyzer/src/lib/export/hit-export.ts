import type { ScanHandler } from '../scan/scan-handler.ts';
import type { HitLocation, HitSink } from './exported-hit.ts';
import { FileBytes } from './file-bytes.ts';
import { HitObserver } from './hit-observer.ts';
import { RecentBytes } from './recent-bytes.ts';

/** A document whose hits are exported while it is read. */
export interface WatchedDocument {
  /** The document's bytes, to be read in place of the stream it was made of; each chunk has to be scanned before the next. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** Puts the export between a scan and whoever listens to it. */
  readonly wrapHandler: (handler?: ScanHandler) => ScanHandler;
}

/** A file whose hits are exported while it is read. */
export interface WatchedFile {
  /** Puts the export between a scan and whoever listens to it. */
  readonly wrapHandler: (handler?: ScanHandler) => ScanHandler;
  readonly close: () => void;
}

/** Where a document is. */
export type DocumentLocation = Pick<HitLocation, 'source' | 'document' | 'offset'>;

/** Hands the hits of documents to sinks, while somebody else may sum the documents up in the same scan. */
export class HitExport {
  readonly #sinks: readonly HitSink[];

  constructor(sinks: readonly HitSink[]) {
    this.#sinks = sinks;
  }

  /** Watches a document. @param location Where it is in its input; `offset` is added to those of its hits. */
  watch(stream: AsyncIterable<Uint8Array>, location: DocumentLocation): WatchedDocument {
    const recent = new RecentBytes();
    let observer: HitObserver | undefined;
    const onHit = (hit: HitLocation): void => {
      const parts = (): Iterable<Uint8Array> => recent.read(hit.offset - location.offset, hit.bytes);
      for (const sink of this.#sinks) sink.add({ ...hit, parts });
    };
    async function* kept(): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of stream) {
          recent.add(chunk);
          yield chunk;
          recent.forgetBefore(observer?.keepFrom ?? 0);
        }
      } finally {
        recent.close();
      }
    }
    return {
      stream: kept(),
      wrapHandler: (inner) => (observer = new HitObserver({ ...location, onHit, ...(inner && { inner }) })),
    };
  }

  /** Watches a document that is a file: its hits are read from it where a sink wants them. Close it when it was read. */
  watchFile(path: string, location: DocumentLocation): WatchedFile {
    const file = new FileBytes(path);
    const onHit = (hit: HitLocation): void => {
      const parts = (): Iterable<Uint8Array> => file.read(hit.offset, hit.bytes);
      for (const sink of this.#sinks) sink.add({ ...hit, parts });
    };
    return {
      wrapHandler: (inner) => new HitObserver({ ...location, onHit, ...(inner && { inner }) }),
      close: () => file.close(),
    };
  }

  /** All documents were read: makes the files. */
  commit(): void {
    for (const sink of this.#sinks) sink.commit();
  }

  /** Leaves no files behind. */
  discard(): void {
    for (const sink of this.#sinks) sink.discard();
  }
}
