import { formatPointer, type JsonPath, JsonScanner, type ValueKind } from '@idvkit/json';

/** A value of a body and where its bytes are. */
export interface BodySpan {
  /** JSON pointer. */
  readonly pointer: string;
  readonly kind: ValueKind;
  readonly start: number;
  /** One past the last byte. */
  readonly end: number;
  /** The bytes of the value as they stand, up to {@link HEAD_BYTES}. */
  readonly head: Buffer;
}

/** Where members could be added to a container. */
export interface BodyGap {
  readonly pointer: string;
  readonly kind: 'object' | 'array';
  /** Offset of the closing bracket. */
  readonly at: number;
  readonly isEmpty: boolean;
}

/** Which values are looked for. */
export interface SpansWanted {
  /** Whether the bytes of this value are wanted. What is in a wanted value is not looked at. */
  isWanted(path: JsonPath, kind: ValueKind): boolean;
  /** Whether it is of interest where this container ends. */
  isGapWanted?(path: JsonPath): boolean;
}

/** What a body was found to hold. */
export interface BodySpans {
  /** In the order of the bytes. */
  readonly spans: readonly BodySpan[];
  readonly gaps: readonly BodyGap[];
}

/** Bytes of a value that are kept beside its place. */
export const HEAD_BYTES = 16_384;

/**
 * Reads a body once and tells where wanted values are. Memory grows with the number of wanted values alone.
 *
 * @throws {JsonTextError} where the body is no JSON.
 */
export async function findSpans(body: AsyncIterable<Uint8Array>, wanted: SpansWanted): Promise<BodySpans> {
  const spans: BodySpan[] = [];
  const gaps: BodyGap[] = [];
  let open: { readonly pointer: string; readonly kind: ValueKind; readonly start: number; depth: number } | undefined;
  let head: Buffer[] = [];
  let chunk: Buffer = Buffer.alloc(0);
  let base = 0;

  const keepHead = (start: number, end: number): void => {
    const kept = head.reduce((sum, { length }) => sum + length, 0);
    const from = Math.max(start - base, 0);
    head.push(Buffer.from(chunk.subarray(from, Math.min(end - base, from + HEAD_BYTES - kept))));
  };
  const scanner = new JsonScanner({
    begin: (kind, start) => {
      const { path } = scanner;
      if (open || !wanted.isWanted(path, kind)) return;
      open = { pointer: formatPointer(path), kind, start, depth: path.length };
    },
    end: (kind, end, isEmpty) => {
      const { path } = scanner;
      if (open) {
        if (path.length !== open.depth) return;
        keepHead(open.start, end);
        spans.push({ pointer: open.pointer, kind, start: open.start, end, head: Buffer.concat(head) });
        open = undefined;
        head = [];
      } else if ((kind === 'object' || kind === 'array') && wanted.isGapWanted?.(path) === true) {
        gaps.push({ pointer: formatPointer(path), kind, at: end - 1, isEmpty });
      }
    },
  });
  for await (const part of body) {
    chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    scanner.write(part);
    if (open) keepHead(open.start, base + part.length);
    base += part.length;
  }
  chunk = Buffer.alloc(0);
  scanner.end();
  return { spans, gaps };
}
