import type { ArchiveWriter } from '@idvkit/archive';
import { createSender, type Attempt, type Clock, type HeaderField, type Sender } from '@idvkit/delivery';
import type { Captured, Forwarded } from '@idvkit/schema/formats';

import { withoutConnection } from '../send/connection-headers.ts';
import { Limited } from './limited.ts';

/** Where captures are passed on to while they are captured. */
export interface ForwardOptions {
  /** Address of the receiver. */
  readonly url: string;
  /** Milliseconds between retries after 5xx. Default 1000. */
  readonly retryDelayMs?: number;
}

/** What the receiver said in the end. */
export type ForwardOutcome = Forwarded['outcome'];

const MOST_AT_ONCE = 16;

/**
 * Passes captures on: the same bytes, read from the disk, with the headers they came with, the bearer included, which is in memory
 * only. What the receiver says is written down.
 *
 * Where the receiver's answer is given back, one attempt is made, and the service itself decides whether another follows. Otherwise
 * nobody else would, and the delivery rules are kept here: 5xx is tried again, at most three times.
 *
 * @see Specification, "Delivery rules"
 */
export class Forwarder {
  readonly #options: ForwardOptions;
  readonly #writer: ArchiveWriter;
  readonly #sender: Sender;
  readonly #turns = new Limited(MOST_AT_ONCE);

  constructor(options: ForwardOptions, { clock, writer }: { readonly clock: Clock; readonly writer: ArchiveWriter }) {
    this.#options = options;
    this.#writer = writer;
    this.#sender = createSender({ clock, newNounce: () => '' });
  }

  /**
   * Passes one capture on.
   *
   * @param rawHeaders Names and values in turn, secrets included.
   * @returns what the receiver said in the end, once that is written down; `undefined` if it was closed first.
   * @throws what the disk said.
   */
  forward(
    captured: Captured,
    { rawHeaders, relayed }: { readonly rawHeaders: readonly string[]; readonly relayed: boolean },
  ): Promise<ForwardOutcome | undefined> {
    return this.#turns.run(async () => {
      const { archive } = this.#writer;
      const attempts = await this.#sender.deliver(
        { id: 'forward', url: this.#options.url, secret: '' },
        {
          async *body() {
            yield* (await archive.openBody(captured)) as AsyncIterable<Uint8Array>; // No encoding is set.
          },
          headers: () => passedHeaders(rawHeaders, captured.body.bytes),
        },
        {
          policy: {
            method: captured.method,
            maxRetries: relayed ? 0 : 3,
            retryDelayMs: () => this.#options.retryDelayMs ?? 1_000,
            headers: () => ({}),
          },
        },
      );
      let last: ForwardOutcome | undefined;
      for (const attempt of attempts) {
        const outcome = outcomeOf(attempt);
        if (outcome === undefined) continue;
        last = outcome;
        await this.#writer.recordForward({
          capture: captured.id,
          at: new Date(attempt.endedAt).toISOString(),
          target: targetOf(this.#options.url),
          number: attempt.number,
          durationMs: attempt.endedAt - attempt.startedAt,
          outcome,
          relayed,
        });
      }
      return last;
    });
  }

  /** Breaks off what is under way. */
  close(): Promise<void> {
    return this.#sender.close();
  }
}

/** An address without what may be secret in it. */
export function targetOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** The headers that came, in their order, with their case and repeats. */
function passedHeaders(rawHeaders: readonly string[], bytes: number): readonly HeaderField[] {
  const fields: HeaderField[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) fields.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return [...withoutConnection(fields), ['content-length', String(bytes)]];
}

function outcomeOf({ outcome }: Attempt): ForwardOutcome | undefined {
  switch (outcome.kind) {
    case 'answered':
      return { status: outcome.status };
    case 'timed-out':
      return { failure: 'no answer in time' };
    case 'failed':
      return { failure: outcome.reason };
    case 'cancelled':
      return undefined;
  }
}
