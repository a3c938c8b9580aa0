import type { Archive, ArchiveWriter, TakenBody } from '@idvkit/archive';
import { knownCodings, unpack } from '@idvkit/archive/coding';
import type { Captured } from '@idvkit/schema/formats';

/** Takes in a body. @throws the error of `body`, rather than keep what came until then. */
export async function takeWhole(
  writer: ArchiveWriter,
  body: AsyncIterable<Uint8Array>,
  captured: Captured,
): Promise<TakenBody> {
  const taken = await writer.take(body, captured);
  if (taken.complete) return taken;
  await writer.discard(taken);
  throw taken.failure instanceof Error ? taken.failure : new Error('A body broke off', { cause: taken.failure });
}

/** Reads a body of the copy without its `Content-Encoding`; as it is if it cannot be decoded. */
export async function* openDecoded(copy: Archive, captured: Captured): AsyncGenerator<Uint8Array> {
  try {
    yield* unpack(copy.openBody(captured), knownCodings(captured), { maxBytes: Infinity });
  } catch {
    yield* copy.openBody(captured) as AsyncIterable<Uint8Array>; // No encoding is set.
  }
}
