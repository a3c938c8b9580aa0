import type { Draft } from '../../behaviour/hooks/behaviour.ts';
import { toBytes, toJsonText } from '../payload/json-text.ts';

/** Statuses whose answers have no body, whatever a draft says. */
const BODILESS = new Set([204, 205, 304]);

/** Writes a draft out. What is too large to be held is streamed, as fast as it is read. */
export function toResponse({ status, headers, body }: Draft, date: Date): Response {
  const init = { status, headers: { date: date.toUTCString(), ...headers } };
  if (body === undefined || BODILESS.has(status)) return new Response(null, init);
  // Bytes of an image are never in shared memory.
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, init);
  const text = toJsonText(body);
  return new Response(typeof text === 'string' ? text : toStream(text), init);
}

function toStream(text: Iterable<string>): ReadableStream<Uint8Array> {
  const bytes = toBytes(text)[Symbol.iterator]();
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = bytes.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => {
      bytes.return?.();
    },
  });
}
