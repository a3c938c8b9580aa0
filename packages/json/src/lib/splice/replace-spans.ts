/** Bytes of a body, and what takes their place. An empty span is an insertion. */
export interface SpanEdit {
  /** First byte, from the start of the body. */
  readonly start: number;
  /** One past the last byte. */
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** How many bytes longer a body gets by edits; negative where it gets shorter. */
export function growthOf(edits: readonly SpanEdit[]): number {
  return edits.reduce((sum, { start, end, bytes }) => sum + bytes.length - (end - start), 0);
}

/** Replaces known spans while the body streams. `edits` are ordered by `start`, without overlap. */
export async function* replaceSpans(
  body: AsyncIterable<Uint8Array>,
  edits: readonly SpanEdit[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let base = 0;
  let next = 0;
  /** Offset up to which everything was copied or replaced. */
  let done = 0;
  for await (const chunk of body) {
    const end = base + chunk.length;
    for (let edit = edits[next]; edit !== undefined && edit.start <= end; edit = edits[next]) {
      if (edit.start > done) yield chunk.subarray(done - base, edit.start - base);
      if (edit.bytes.length > 0) yield edit.bytes;
      done = edit.end;
      next += 1;
    }
    if (done < end) {
      yield chunk.subarray(done - base);
      done = end;
    }
    base = end;
  }
}

/** As {@link replaceSpans}, of a body that is there as a whole. */
export function replaceSpansIn(body: Uint8Array, edits: readonly SpanEdit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { start, end, bytes } of edits) {
    parts.push(body.subarray(done, start), bytes);
    done = end;
  }
  return Buffer.concat([...parts, body.subarray(done)]);
}
