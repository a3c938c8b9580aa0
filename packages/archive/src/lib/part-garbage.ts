import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of parts after which the youngest garbage is collected. */
const COLLECT_BYTES = 8 * 2 ** 20;

let collect: ((options: { readonly type: 'minor' }) => void) | undefined;
let sinceLast = 0;

/**
 * Counts the bytes of parts from sockets, files and decoders, and collects them from time to time.
 * They are outside the heap: V8 would let some 80 MB pile up before it looks.
 */
export function countPartBytes(bytes: number): void {
  sinceLast += bytes;
  if (sinceLast < COLLECT_BYTES) return;
  sinceLast = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

/** Counts whatever a decoder gives, which may be far more than it is given. */
export function countingParts<Decoder extends Readable>(decoder: Decoder): Decoder {
  const push = decoder.push.bind(decoder);
  decoder.push = (part: unknown, ...rest): boolean => {
    if (part instanceof Uint8Array) countPartBytes(part.byteLength);
    return push(part, ...rest);
  };
  return decoder;
}

function exposeCollector(): NonNullable<typeof collect> {
  setFlagsFromString('--expose-gc');
  const exposed: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  // Where there is none, memory grows somewhat more.
  return typeof exposed === 'function' ? (exposed as NonNullable<typeof collect>) : () => {};
}
