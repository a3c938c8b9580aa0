import type { Attempt, Receiver, Sender } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import type { Archive } from '../archive/archive.ts';

/** Why a capture cannot be sent. */
export type Unsendable = 'incomplete' | 'body-missing' | 'body-changed';

/** What came of sending one capture to one receiver. */
export type SendResult =
  | { readonly kind: 'sent'; readonly attempts: readonly Attempt[]; readonly delivered: boolean }
  | { readonly kind: 'not-sent'; readonly why: Unsendable };

/**
 * Sends a capture as it was received: the same bytes, under the service's own delivery rules. Headers are those of a
 * delivery; what the capture arrived with is not repeated.
 *
 * A capture whose upload broke off, or whose body is not what the journal says, is not sent.
 *
 * @see Specification, "Delivery rules"
 */
export async function sendCapture(send: {
  readonly archive: Archive;
  readonly capture: Captured;
  readonly receiver: Receiver;
  readonly sender: Sender;
  readonly signal?: AbortSignal;
}): Promise<SendResult> {
  const { archive, capture, receiver, sender, signal } = send;
  if (!capture.body.complete) return { kind: 'not-sent', why: 'incomplete' };
  const state = await archive.bodyState(capture);
  if (state !== 'present') return { kind: 'not-sent', why: `body-${state}` };
  const content = { body: (): AsyncIterable<Uint8Array> => bodyOf(archive, capture) };
  const attempts = await sender.deliver(receiver, content, signal === undefined ? {} : { signal });
  return { kind: 'sent', attempts, delivered: attempts.at(-1)?.next === 'delivered' };
}

async function* bodyOf(archive: Archive, capture: Captured): AsyncGenerator<Uint8Array> {
  yield* (await archive.openBody(capture)) as AsyncIterable<Uint8Array>; // No encoding is set, so the chunks are bytes.
}
