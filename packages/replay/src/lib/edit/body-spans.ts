import { formatPointer, ValueReader, type JsonPath, type ValueKind } from '@idvkit/json';

export interface BodySpan {
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

export interface SpansWanted {
  /** Checks whether the bytes of this value are wanted. Values within a wanted value are skipped. */
  isWanted(path: JsonPath, kind: ValueKind): boolean;
  /** Checks whether the end of this container is wanted. */
  isGapWanted?(path: JsonPath): boolean;
}

export interface BodySpans {
  readonly spans: readonly BodySpan[];
  readonly gaps: readonly BodyGap[];
}

/** Bytes of a value that are kept with its place. */
export const HEAD_BYTES = 16_384;

/** Finds wanted values in one pass. @throws {JsonTextError} if the body is not JSON. */
export async function findSpans(body: AsyncIterable<Uint8Array>, wanted: SpansWanted): Promise<BodySpans> {
  const spans: BodySpan[] = [];
  const gaps: BodyGap[] = [];
  const reader = new ValueReader(
    {
      isWanted: (path, kind) => wanted.isWanted(path, kind),
      onValue: ({ path, kind, start, end, head }) =>
        spans.push({ pointer: formatPointer(path), kind, start, end, head: Buffer.from(head) }),
      onContainerEnd: ({ path, kind, end, isEmpty }) => {
        if (wanted.isGapWanted?.(path) !== true) return;
        gaps.push({ pointer: formatPointer(path), kind, at: end - 1, isEmpty });
      },
    },
    { maxBytes: HEAD_BYTES },
  );
  for await (const part of body) reader.write(part);
  reader.end();
  return { spans, gaps };
}
