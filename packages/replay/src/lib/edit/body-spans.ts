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

/** The place in a container where members can be added. */
export interface BodyGap {
  readonly pointer: string;
  readonly kind: 'object' | 'array';
  /** Offset of the closing bracket. */
  readonly at: number;
  readonly isEmpty: boolean;
}

/** The values to look for. */
export interface SpansWanted {
  /** Checks whether the bytes of this value are wanted. Values within a wanted value are skipped. */
  isWanted(path: JsonPath, kind: ValueKind): boolean;
  /** Checks whether the end of this container is wanted. */
  isGapWanted?(path: JsonPath): boolean;
}

/** Values and gaps that were found in a body. */
export interface BodySpans {
  /** In the order of the bytes. */
  readonly spans: readonly BodySpan[];
  readonly gaps: readonly BodyGap[];
}

/** Bytes of a value that are kept with its place. */
export const HEAD_BYTES = 16_384;

/**
 * Finds wanted values in one pass. Memory grows only with the number of wanted values.
 *
 * @throws {JsonTextError} if the body is not JSON.
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
