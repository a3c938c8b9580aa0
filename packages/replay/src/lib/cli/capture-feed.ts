import type { CaptureSummary } from '@idvkit/archive';
import type { Output } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { entryLine } from './entry-line.ts';

/** Writes captures as they come to a terminal, as `list` does. Those of one turn of the event loop share a write. */
export class CaptureFeed {
  readonly #output: Output;
  #lines: string[] = [];

  constructor(output: Output) {
    this.#output = output;
  }

  add(captured: Captured, summary: CaptureSummary): void {
    // Another program gets the count only: there may be 100,000 lines.
    if (!this.#output.isTTY) return;
    if (this.#lines.push(`${entryLine({ captured, summary, tags: [] })}\n`) === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    if (this.#lines.length > 0) this.#output.write(this.#lines.join(''));
    this.#lines = [];
  }
}
