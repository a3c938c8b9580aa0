import { JsonTextError, type JsonPath, type ValueKind } from '@idvkit/json';
import { ValueReader } from '@idvkit/json/read';

import { shownPath } from '../scrub/policy.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue, MAX_SHOWN_BYTES } from '../show/shown-values.ts';

/** A value of a body, or the beginning of an object or array. The rows that follow at a greater depth are in it. */
export interface BodyRow {
  /** Steps from the root; keys that may be somebody's name are `…` unless they were asked for. */
  readonly path: JsonPath;
  readonly kind: ValueKind;
  /** JSON text if it may be shown; otherwise its kind and size. Empty for an object and an array. */
  readonly text: string;
  readonly masked: boolean;
  /** Position of its JSON text in the content: first byte, and the byte after the last. Of an object or array, both are the first. */
  readonly start: number;
  readonly end: number;
}

export interface BodyValues {
  readonly rows: readonly BodyRow[];
  /** Value of `skip` for the next ones; null if there are no more. */
  readonly next: number | null;
  /** Error that ended the reading, if any. */
  readonly problem: string | null;
}

export interface ValuesRequest {
  /** Steps of a JSON pointer: only what is there and below. */
  readonly under: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** True to show keys that may be names of people. Default false. */
  readonly showsKeys?: boolean;
}

/**
 * Reads some rows of a body, masked if they may be personal, and stops after the last one. Memory stays constant.
 * @throws the error of `body`; for a text that is not JSON, the result has a `problem`.
 */
export async function readValues(
  body: AsyncIterable<Uint8Array>,
  { under, skip, limit, showsKeys = false }: ValuesRequest,
): Promise<BodyValues> {
  const rows: BodyRow[] = [];
  let seen = 0;
  let hasMore = false;

  /** Counts a row. @returns whether it is one of those that were asked for. */
  const take = (path: JsonPath): boolean => {
    if (!under.every((step, index) => step === String(path[index]))) return false;
    seen += 1;
    if (seen <= skip) return false;
    if (rows.length < limit) return true;
    hasMore = true;
    return false;
  };
  const stepsOf = (path: JsonPath): JsonPath =>
    (showsKeys ? path : shownPath(path)).map((step) => (typeof step === 'number' ? step : escapeUnsafe(step)));
  const reader = new ValueReader(
    {
      isWanted: (path, kind, start) => {
        const isTaken = take(path);
        if (kind !== 'object' && kind !== 'array') return isTaken;
        if (isTaken) rows.push({ path: stepsOf(path), kind, text: '', masked: false, start, end: start });
        return false;
      },
      onValue: ({ path, kind, start, end, head }) => {
        const isShown = isShownValue(path, kind, head.toString());
        const text = isShown ? escapeUnsafe(head.toString()) : maskedText(head.toString('latin1', 0, 8), end - start);
        rows.push({ path: stepsOf(path), kind, text, masked: !isShown, start, end });
      },
    },
    { maxBytes: MAX_SHOWN_BYTES + 1 },
  );

  try {
    for await (const part of body) {
      reader.write(part);
      if (hasMore) break;
    }
    if (!hasMore) reader.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { rows, next: null, problem: error.message };
  }
  return { rows, next: hasMore ? skip + rows.length : null, problem: null };
}
