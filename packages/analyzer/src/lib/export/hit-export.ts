import type { ScanHandler } from '../scan/scan-handler.ts';
import type { HitPlace, HitSink } from './exported-hit.ts';
import { FileBytes } from './file-bytes.ts';
import { HitObserver } from './hit-observer.ts';
import { RecentBytes } from './recent-bytes.ts';

/** A document whose hits are exported while it is read. */
export interface WatchedDocument {
  /** The document's bytes, to be read in place of the stream it was made of; each chunk has to be scanned before the next. */
  readonly stream: AsyncIterable<Uint8Array>;
  /** Puts the export between a scan and whoever listens to it. */
  readonly through: (handler?: ScanHandler) => ScanHandler;
}

/** A file whose hits are exported while it is read. */
export interface WatchedFile {
  /** Puts the export between a scan and whoever listens to it. */
  readonly through: (handler?: ScanHandler) => ScanHandler;
  readonly close: () => void;
}

/** Where a document is. */
export type DocumentPlace = Pick<HitPlace, 'source' | 'document' | 'offset'>;

/** Hands the hits of documents to sinks, while somebody else may sum the documents up in the same scan. */
export class HitExport {
  readonly #sinks: readonly HitSink[];

  constructor(sinks: readonly HitSink[]) {
    this.#sinks = sinks;
  }

  /** Watches a document. @param place Where it is in its input; `offset` is added to those of its hits. */
  watch(stream: AsyncIterable<Uint8Array>, place: DocumentPlace): WatchedDocument {
    const recent = new RecentBytes();
    let observer: HitObserver | undefined;
    const onHit = (hit: HitPlace): void => {
      const parts = (): Iterable<Uint8Array> => recent.read(hit.offset - place.offset, hit.bytes);
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
      through: (inner) => (observer = new HitObserver({ ...place, onHit, ...(inner && { inner }) })),
    };
  }

  /** Watches a document that is a file: its hits are read from it where a sink wants them. Close it when it was read. */
  watchFile(path: string, place: DocumentPlace): WatchedFile {
    const file = new FileBytes(path);
    const onHit = (hit: HitPlace): void => {
      const parts = (): Iterable<Uint8Array> => file.read(hit.offset, hit.bytes);
      for (const sink of this.#sinks) sink.add({ ...hit, parts });
    };
    return {
      through: (inner) => new HitObserver({ ...place, onHit, ...(inner && { inner }) }),
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
