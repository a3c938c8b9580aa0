/** Checks whether bytes are UTF-8 text, without holding them. */
export async function isUtf8(body: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of body) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Writes UTF-8 bytes as a JSON string, quotes included, chunk by chunk. */
export async function* jsonTextOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  yield '"';
  for await (const chunk of body) yield JSON.stringify(decoder.decode(chunk, { stream: true })).slice(1, -1);
  yield `${JSON.stringify(decoder.decode()).slice(1, -1)}"`;
}

/** Writes bytes as a JSON string of base64, quotes included, chunk by chunk. */
export async function* base64TextOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array();
  yield '"';
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield `${Buffer.from(rest).toString('base64')}"`;
}
