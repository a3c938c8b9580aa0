import type { Archive } from '@idvkit/archive';
import type { Output } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { entryLine } from './entry-line.ts';

/** Larger bodies are not read for their line: those that come after them would wait. */
const MAX_READ_BYTES = 2 ** 20;
/** Lines that may wait for their bodies; beyond, bodies are not read. */
const MAX_WAITING = 256;

/** Writes captures as they come, in their order, as `list` does: with event type, status and outcome. */
export class CaptureFeed {
  readonly #archive: Archive;
  readonly #output: Output;
  #waiting = 0;
  #written = Promise.resolve();
  /** Lines of this turn: one write for each would take longer than making them. */
  #lines: string[] = [];

  constructor(archive: Archive, output: Output) {
    this.#archive = archive;
    this.#output = output;
  }

  add(captured: Captured): void {
    this.#waiting += 1;
    const isRead = captured.body.bytes <= MAX_READ_BYTES && this.#waiting <= MAX_WAITING;
    this.#written = this.#written.then(() => this.#write(captured, isRead));
  }

  async written(): Promise<void> {
    await this.#written;
    this.#flush();
  }

  async #write(captured: Captured, isRead: boolean): Promise<void> {
    const summary = isRead ? (await this.#archive.summarize(captured)).summary : undefined;
    if (this.#lines.push(`${entryLine({ captured, summary, tags: [] })}\n`) === 1) setImmediate(() => this.#flush());
    this.#waiting -= 1;
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#output.write(this.#lines.join(''));
    this.#lines = [];
  }
}
