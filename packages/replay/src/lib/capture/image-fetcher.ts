import type { ImageUrl } from '@idvkit/archive';
import { createCallRoute, Semaphore, type CallRoute } from '@idvkit/delivery';
import type { Captured, ImageEntry } from '@idvkit/schema/formats';
import { request } from 'undici';

import type { CaptureContext } from './capture-context.ts';
import { refuseImage, type ImageSource } from './image-source.ts';
import { WaitingCaptures } from './waiting-captures.ts';

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

type Outcome = ImageEntry['outcome'];

/**
 * Fetches the images that deliveries name from the service, with the API token, and keeps them with the capture. Redirects are not
 * followed. A URL is a secret: no part of it is recorded or reported.
 * @see Specification, "Signed image URL"
 */
export class ImageFetcher {
  readonly #options: ImageOptions;
  readonly #context: CaptureContext;
  readonly #turns: Semaphore;
  readonly #waiting: WaitingCaptures;
  readonly #route: CallRoute;
  readonly #closing = new AbortController();

  constructor(options: ImageOptions, context: CaptureContext) {
    this.#options = options;
    this.#context = context;
    this.#turns = new Semaphore(options.concurrency ?? 4);
    this.#route = createCallRoute({ connect: { timeout: 10_000 } });
    this.#waiting = new WaitingCaptures({
      archive: context.archive,
      atOnce: MAX_CAPTURES_AT_ONCE,
      work: (captured) => this.#fetchImages(captured).catch((error: unknown) => context.onLoss(captured, error)),
      onUnreadable: context.onUnreadable,
    });
  }

  /** Fetches the images of a capture when it is its turn. All are kept, or it is written down why not. */
  add(captured: Captured): void {
    if (this.#context.archive.summarizeSmall(captured)?.images.length === 0) return;
    this.#waiting.add(captured);
  }

  /** Resolves once no image waits to be fetched. */
  idle(): Promise<void> {
    return this.#waiting.idle();
  }

  async #fetchImages(captured: Captured): Promise<void> {
    const { images } = await this.#context.archive.summarize(captured);
    const outcomes = new Map<string, Promise<Outcome>>();
    const facts = images.slice(0, this.#options.maxPerDelivery ?? 100).map(async (image) => {
      const fetched = outcomes.get(image.url) ?? this.#fetch(image);
      outcomes.set(image.url, fetched);
      const outcome = await fetched;
      await this.#record(image, captured, outcome);
      return outcome;
    });
    this.#context.onImages(captured, await Promise.all(facts));
  }

  /** Breaks off what is under way, and gives up what waits. */
  async close(): Promise<void> {
    this.#waiting.clear();
    this.#closing.abort();
    await this.#route.close();
  }

  #fetch({ url }: ImageUrl): Promise<Outcome> {
    return this.#turns.run(async () => {
      const refusal = refuseImage(url, { baseUrl: this.#options.baseUrl, now: this.#context.now() });
      if (refusal !== undefined) return { failure: refusal };
      try {
        return await this.#download(url);
      } catch (error) {
        return { failure: failureOf(error) };
      }
    });
  }

  async #download(url: string): Promise<Outcome> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.timeoutMs ?? 30_000)]);
    const { statusCode, headers, body } = await request(url, {
      dispatcher: this.#route.to(url),
      headers: { authorization: `Bearer ${this.#options.token}` },
      signal,
    });
    if (statusCode < 200 || statusCode > 299) {
      await body.dump({ limit: 65_536, signal });
      return { failure: `answered ${statusCode}` };
    }
    const { images } = this.#context.archive;
    const staged = await images.stage(upTo(body, this.#options.maxBytes ?? 20e6));
    if (!staged.complete) {
      await images.discard(staged);
      return { failure: signal.aborted ? 'took too long' : 'broke off or is too large' };
    }
    const { sha256, bytes } = await images.publish(staged);
    return { sha256, bytes, contentType: String(headers['content-type'] ?? '') };
  }

  async #record({ offset, length }: ImageUrl, { id }: Captured, outcome: Outcome): Promise<void> {
    // What was broken off by closing is not known to fail.
    if (this.#closing.signal.aborted && 'failure' in outcome) return;
    await this.#context.writer.recordImage({
      capture: id,
      at: this.#context.now().toISOString(),
      offset,
      length,
      outcome,
    });
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
