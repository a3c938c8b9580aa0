import { pipeline, Readable } from 'node:stream';

import type { ContentCoding } from './content-coding.ts';
import { countingParts } from './part-garbage.ts';

/** A body that travelled compressed cannot be unpacked. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';
}

/** What a body may come to: a few kilobytes can say that they are terabytes. */
const MAX_UNPACKED_BYTES = 2 ** 33;

/**
 * Unpacks a body while it streams.
 *
 * @param codings In the order in which they were applied.
 * @throws {UnpackError} if it is not of these codings, or gets longer than `maxBytes`, by default 8 GiB; what `body` throws.
 */
export async function* unpack(
  body: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
  { maxBytes = MAX_UNPACKED_BYTES }: { readonly maxBytes?: number } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = reporting(body);
  const decoders = codings.toReversed().map((coding) => countingParts(coding.createDecoder()));
  let bytes = 0;
  try {
    for await (const part of through(source.parts, decoders)) {
      bytes += part.length;
      if (bytes > maxBytes) throw new UnpackError(`it unpacks to more than ${maxBytes} bytes`);
      yield part;
    }
  } catch (error) {
    if (source.failure !== undefined) throw source.failure.error;
    if (error instanceof UnpackError) throw error;
    throw new UnpackError('it is not packed as its Content-Encoding says', { cause: error });
  }
}

/** Packs a body while it streams, as it was packed before. @throws what `body` throws. */
export async function* pack(
  body: AsyncIterable<Uint8Array>,
  codings: readonly ContentCoding[],
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* through(
    body,
    codings.map((coding) => coding.createEncoder()),
  );
}

/** Packs a small body at once. */
export function packWhole(bytes: Uint8Array, codings: readonly ContentCoding[]): Uint8Array {
  return codings.reduce((packed, coding) => coding.encode(packed), bytes);
}

function through(
  body: AsyncIterable<Uint8Array>,
  coders: readonly NodeJS.ReadWriteStream[],
): AsyncIterable<Uint8Array> {
  let stream: NodeJS.ReadableStream = Readable.from(body, { objectMode: false });
  // Whoever reads the last stream hears of the errors of all.
  for (const coder of coders) stream = pipeline(stream, coder, () => {});
  return stream as AsyncIterable<Uint8Array>; // No text encoding is set.
}

/** Remembers what making parts threw, to be told from what decoding them does. */
function reporting(body: AsyncIterable<Uint8Array>): {
  readonly parts: AsyncIterable<Uint8Array>;
  readonly failure: { readonly error: unknown } | undefined;
} {
  let failure: { readonly error: unknown } | undefined;
  return {
    parts: parts(),
    get failure() {
      return failure;
    },
  };

  async function* parts(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
}
