import type { FileHandle } from 'node:fs/promises';
import type { Duplex } from 'node:stream';

/** What came of writing a stream. */
export interface WrittenStream {
  /** Bytes that came, before they were encoded. */
  readonly bytes: number;
  /** False where the stream broke off. */
  readonly complete: boolean;
}

/** Writes a stream to a file as it comes, through an encoder where there is one. @throws what the disk said. */
export async function writeStream(
  stream: AsyncIterable<Uint8Array>,
  file: Pick<FileHandle, 'write'>,
  { encoder, observe }: { readonly encoder: Duplex | undefined; readonly observe: (part: Uint8Array) => void },
): Promise<WrittenStream> {
  const sink = encoder === undefined ? undefined : encodeInto(encoder, file);
  const parts = stream[Symbol.asyncIterator]();
  let bytes = 0;
  let complete = true;
  for (;;) {
    const next = await parts.next().catch(() => undefined);
    if (next === undefined) complete = false;
    if (next === undefined || next.done === true) break;
    observe(next.value);
    bytes += next.value.byteLength;
    await (sink === undefined ? writeAll(file, next.value) : sink.write(next.value));
  }
  await sink?.end();
  return { bytes, complete };
}

/** Writes all of it, however little the disk takes at a time. */
export async function writeAll(file: Pick<FileHandle, 'write'>, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += (await file.write(bytes.subarray(at))).bytesWritten;
}

function encodeInto(
  encoder: Duplex,
  file: Pick<FileHandle, 'write'>,
): { write(part: Uint8Array): Promise<void>; end(): Promise<void> } {
  let failure: unknown;
  const drained = (async () => {
    for await (const part of encoder as AsyncIterable<Uint8Array>) await writeAll(file, part);
  })().catch((error: unknown) => {
    failure = error;
    encoder.destroy();
  });
  return {
    write: async (part) => {
      if (!encoder.write(part)) {
        await Promise.race([new Promise((resolve) => encoder.once('drain', resolve)), drained]);
      }
      if (failure !== undefined) throw failure;
    },
    end: async () => {
      encoder.end();
      await drained;
      if (failure !== undefined) throw failure;
    },
  };
}
