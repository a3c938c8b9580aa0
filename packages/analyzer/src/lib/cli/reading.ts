import { createProgress, type Io, type Progress } from '@idvkit/cli-kit';

import type { OpenInput } from '../input/open-input.ts';
import { readingProgress } from '../view/reading-progress.ts';

/** Between two looks at how far the reading is: there may be thousands of documents in a second. */
const UPDATE_EVERY_MS = 100;

/** Follows the reading of inputs on the progress line. */
export class Reading {
  readonly #progress: Progress;
  readonly #totalBytes: number | undefined;
  readonly #startedAt = performance.now();
  readonly #counts: boolean;
  #updatedAt = Number.NEGATIVE_INFINITY;
  #doneBytes = 0;
  #documents = 0;
  #current: Pick<OpenInput, 'readBytes'> | undefined;

  /** @param options.totalBytes Bytes of all inputs, as far as they are known. */
  constructor({ io, totalBytes, counts }: { io: Io; totalBytes: number | undefined; counts: boolean }) {
    this.#progress = createProgress({ io, clock: Date });
    this.#totalBytes = totalBytes;
    this.#counts = counts;
  }

  /** The next input is being read. */
  open(input: Pick<OpenInput, 'readBytes'>): void {
    this.#doneBytes += this.#current?.readBytes() ?? 0;
    this.#current = input;
  }

  /** A document was read. */
  document(): void {
    this.#documents += 1;
  }

  /** So much was read elsewhere, by another thread. */
  add(bytes: number, documents: number): void {
    this.#doneBytes += bytes;
    this.#documents += documents;
    this.update();
  }

  update(): void {
    const now = performance.now();
    if (now - this.#updatedAt < UPDATE_EVERY_MS) return;
    this.#updatedAt = now;
    this.#progress.update(
      readingProgress({
        bytes: this.#doneBytes + (this.#current?.readBytes() ?? 0),
        totalBytes: this.#totalBytes,
        elapsedMs: now - this.#startedAt,
        documents: this.#counts ? this.#documents : undefined,
      }),
    );
  }

  end(): void {
    this.#progress.end();
  }
}
