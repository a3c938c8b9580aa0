import { ArchiveError, type ImageUrl, type StagedFile } from '@idvkit/archive';
import { createCallRoute, Semaphore, type CallRoute } from '@idvkit/delivery';
import type { Captured, ImageEntry } from '@idvkit/schema/formats';
import { request } from 'undici';

import type { CaptureContext } from './capture-context.ts';
import { CaptureQueue } from './capture-queue.ts';
import { refuseImage, type ImageSource } from './image-source.ts';

/** Options of fetching images. */
export interface ImageOptions extends ImageSource {
  /** Longest image in bytes. Default 20 MB. */
  readonly maxBytes?: number;
  /** Milliseconds for one image. Default 30 s. */
  readonly timeoutMs?: number;
  /** Images fetched in parallel. Default 4. */
  readonly concurrency?: number;
  /** Most images of one delivery. Default 100. */
  readonly maxPerDelivery?: number;
}

/** Captures whose images are looked for and fetched at the same time: what reads each body needs memory. */
const MAX_CAPTURES_AT_ONCE = 8;

/** Result of fetching an image, and its file if it was fetched. */
interface Fetched {
  readonly outcome: ImageEntry['outcome'];
  readonly file?: StagedFile;
}

/**
 * Fetches the images that deliveries name from the service, with the API token, and keeps them with the capture. Redirects are not
 * followed. A URL is a secret: no part of it is recorded or reported.
 * @see Specification, "Signed image URL"
 */
export class ImageFetcher {
  readonly #options: ImageOptions;
  readonly #context: CaptureContext;
  readonly #turns: Semaphore;
  readonly #waiting: CaptureQueue;
  readonly #route: CallRoute;
  readonly #closing = new AbortController();

  constructor(options: ImageOptions, context: CaptureContext) {
    this.#options = options;
    this.#context = context;
    this.#turns = new Semaphore(options.concurrency ?? 4);
    this.#route = createCallRoute({ connect: { timeout: 10_000 } });
    this.#waiting = new CaptureQueue({
      archive: context.archive,
      atOnce: MAX_CAPTURES_AT_ONCE,
      work: ({ captured, summary }) =>
        summary.images === 0
          ? Promise.resolve()
          : this.#fetchImages(captured).catch((error: unknown) => context.onLoss(captured, error)),
      onUnreadable: context.onUnreadable,
    });
  }

  /** Fetches the images of a capture when it is its turn. All are kept, or it is written down why not. */
  add(captured: Captured): void {
    this.#waiting.add(captured.id);
  }

  /** Resolves once no image waits to be fetched. */
  idle(): Promise<void> {
    return this.#waiting.idle();
  }

  async #fetchImages(captured: Captured): Promise<void> {
    const { images } = await this.#context.archive.summarize(captured);
    const byUrl = Map.groupBy(images.slice(0, this.#options.maxPerDelivery ?? 100), ({ url }) => url);
    const outcomes = [...byUrl].map(async ([url, places]) => {
      const fetched = await this.#fetch(url);
      await this.#record(captured, places, fetched);
      return places.map(() => fetched.outcome);
    });
    this.#context.onImages(captured, (await Promise.all(outcomes)).flat());
  }

  /** Breaks off what is under way, and gives up what waits. */
  async close(): Promise<void> {
    this.#waiting.clear();
    this.#closing.abort();
    await this.#route.close();
  }

  #fetch(url: string): Promise<Fetched> {
    return this.#turns.run(async () => {
      const refusal = refuseImage(url, { baseUrl: this.#options.baseUrl, now: this.#context.now() });
      if (refusal !== undefined) return { outcome: { failure: refusal } };
      try {
        return await this.#download(url);
      } catch (error) {
        return { outcome: { failure: failureOf(error) } };
      }
    });
  }

  async #download(url: string): Promise<Fetched> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.timeoutMs ?? 30_000)]);
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#route.to(url),
      headers: { authorization: `Bearer ${this.#options.token}` },
      signal,
    });
    if (statusCode < 200 || statusCode > 299) {
      await body.dump({ limit: 65_536, signal });
      return { outcome: { failure: `answered ${statusCode}` } };
    }
    const { archive } = this.#context;
    let file: StagedFile;
    try {
      file = await archive.takeImage(upTo(body, this.#options.maxBytes ?? 20e6));
    } catch (error) {
      if (error instanceof ArchiveError || (error instanceof Error && 'path' in error)) throw error;
      return { outcome: { failure: signal.aborted ? 'took too long' : 'broke off or is too large' } };
    }
    const { sha256, bytes } = file;
    return { outcome: { sha256, bytes, contentType: String(headers['content-type'] ?? '') }, file };
  }

  async #record({ id }: Captured, places: readonly ImageUrl[], { outcome, file }: Fetched): Promise<void> {
    // What was broken off by closing is not known to fail.
    if (this.#closing.signal.aborted && 'failure' in outcome) return;
    const at = this.#context.now().toISOString();
    const entries = places.map(({ offset, length }) => ({ entry: { capture: id, at, offset, length, outcome }, file }));
    try {
      await this.#context.archive.addImages(entries);
    } catch (error) {
      // It was erased in the meantime.
      if (!(error instanceof ArchiveError && error.code === 'capture-unknown')) throw error;
    }
  }
}

async function* upTo(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new RangeError('Too large');
    yield part;
  }
}

/** The code of what went wrong; its message may repeat the URL. */
function failureOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'took too long';
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return 'not reachable';
  return error.code;
}
