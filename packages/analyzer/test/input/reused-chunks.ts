/** Passes chunks on as readers of files do: writes to each again once the next but one is asked for, and to all at the end. */
export async function* reused(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const given: Uint8Array[] = [];
  for await (const chunk of chunks) {
    const own = Uint8Array.from(chunk);
    given.push(own);
    yield own;
    given.at(-2)?.fill(0x78);
  }
  for (const chunk of given) chunk.fill(0x78);
}

/** Reads a stream whose chunks may be written to again. */
export async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
