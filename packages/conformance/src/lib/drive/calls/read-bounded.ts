export interface BoundedRead {
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly ended: boolean;
}

/** Reads a stream up to `stopBytes` and keeps its first `keepBytes`. A failed stream keeps what was read. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array>,
  { keepBytes, stopBytes }: { readonly keepBytes: number; readonly stopBytes: number },
): Promise<BoundedRead & { readonly error?: unknown }> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let size = 0;
  const read = (ended: boolean): BoundedRead => ({ bytes: new Uint8Array(Buffer.concat(chunks, kept)), size, ended });
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (kept < keepBytes) {
        const part = chunk.subarray(0, keepBytes - kept);
        chunks.push(part);
        kept += part.byteLength;
      }
      // Leaving the loop destroys the stream.
      if (size > stopBytes) return read(false);
    }
  } catch (error) {
    return { ...read(false), error };
  }
  return read(true);
}
