/** A payload in memory, or while it streams by. Texts are JSON text. */
export type PayloadInput = string | Uint8Array | AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

const encoder = new TextEncoder();

/** Returns a payload as chunks of bytes. */
export function byteChunks(input: PayloadInput): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (typeof input === 'string') return [encoder.encode(input)];
  return input instanceof Uint8Array ? [input] : encoded(input);
}

/** Encodes the texts of a stream. Two chunks may share a character of two units. */
async function* encoded(
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): AsyncGenerator<Uint8Array> {
  let before = '';
  for await (const chunk of input) {
    if (typeof chunk !== 'string') {
      yield chunk;
      continue;
    }
    const text = before + chunk;
    const end = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    before = text.slice(end);
    yield encoder.encode(text.slice(0, end));
  }
  if (before !== '') yield encoder.encode(before);
}
