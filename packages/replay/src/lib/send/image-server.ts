import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

import type { Archive } from '@idvkit/archive';
import { listen, stopListening } from '@idvkit/delivery';
import type { ImageEntry } from '@idvkit/schema/formats';

import { STAND_IN_IMAGE } from './stand-in-image.ts';

/** An image whose URL is minted for one attempt. */
export interface ServedImage {
  /** The archive that has the image. */
  readonly archive: Archive;
  /** Path of the URL that the service gave: `/api/ekyc/{slug}/result/image/`. It is kept. */
  readonly path: string;
  /** Unix time from which on the URL is refused. */
  readonly expSeconds: number;
  /** The image as it was fetched when the delivery was captured; a stand-in is served if it was not. */
  readonly fact: ImageEntry | undefined;
}

/** Counts of the URLs that were minted. */
export interface ImageTally {
  readonly minted: number;
  /** URLs from which an image was fetched. */
  readonly fetched: number;
  /** Requests that were refused: the URL had expired, or was not one of ours. */
  readonly refused: number;
  /** URLs behind which is a stand-in. */
  readonly standIns: number;
}

/**
 * Serves images on loopback instead of the service: each attempt gets its own URLs, which work until their `exp`.
 * An expired URL is answered 403; the specification does not show what the service answers.
 * @see Specification, "Signed image URL"
 */
export class ImageServer {
  readonly #nowMs: () => number;
  readonly #images = new Map<string, ServedImage>();
  readonly #fetched = new Set<string>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  #origin = '';
  #refused = 0;
  #standIns = 0;
  #onAllFetched: () => void = () => {};

  private constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Starts on any free port. */
  static async start(nowMs: () => number): Promise<ImageServer> {
    const images = new ImageServer(nowMs);
    images.#origin = `http://127.0.0.1:${await listen(images.#server, { port: 0, host: '127.0.0.1' })}`;
    return images;
  }

  /** Makes a URL for one attempt. */
  mint(image: ServedImage): string {
    const token = randomBytes(24).toString('base64url');
    this.#images.set(token, image);
    if (!keptImage(image.fact)) this.#standIns += 1;
    return `${this.#origin}${image.path}?q=${token}&exp=${image.expSeconds}`;
  }

  get tally(): ImageTally {
    return {
      minted: this.#images.size,
      fetched: this.#fetched.size,
      refused: this.#refused,
      standIns: this.#standIns,
    };
  }

  /** Resolves once every URL was fetched from or has expired, or when the signal aborts. */
  async settled(signal: AbortSignal): Promise<void> {
    if (this.#isSettled() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#onAllFetched = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  close(): Promise<void> {
    return stopListening(this.#server);
  }

  #isSettled(): boolean {
    for (const [token, { expSeconds }] of this.#images) {
      if (!this.#fetched.has(token) && this.#nowMs() < expSeconds * 1_000) return false;
    }
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '', this.#origin);
    const token = url?.searchParams.get('q') ?? '';
    const image = this.#images.get(token);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!url || !image || !isRead || url.pathname !== image.path) {
      this.#refused += 1;
      response.writeHead(isRead ? 404 : 405).end();
    } else if (this.#nowMs() >= image.expSeconds * 1_000 || url.searchParams.get('exp') !== String(image.expSeconds)) {
      this.#refused += 1;
      response.writeHead(403).end();
    } else {
      await this.#send(image, response);
      this.#fetched.add(token);
      if (this.#isSettled()) this.#onAllFetched();
    }
  }

  async #send({ archive, fact }: ServedImage, response: ServerResponse): Promise<void> {
    const kept = keptImage(fact);
    if (!kept || !fact) {
      const { contentType, bytes } = STAND_IN_IMAGE;
      response.writeHead(200, { 'content-type': contentType }).end(bytes);
      return;
    }
    const body = archive.openImage(fact);
    response.writeHead(200, { 'content-type': kept.contentType, 'content-length': kept.bytes });
    await pipeline(body, response);
  }
}

function keptImage(fact: ImageEntry | undefined): { sha256: string; bytes: number; contentType: string } | undefined {
  return fact !== undefined && 'sha256' in fact.outcome ? fact.outcome : undefined;
}
