import { formatPointer, JsonTextError, type JsonPath } from '@idvkit/json';
import { ValueReader } from '@idvkit/json/read';

import { shownPointer } from '../scrub/policy.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue, MAX_SHOWN_BYTES } from '../show/shown-values.ts';

export interface BodyValue {
  /** JSON pointer; keys that may be somebody's name are `…` unless they were asked for. */
  readonly pointer: string;
  /** JSON text if it may be shown; otherwise its kind and size. */
  readonly text: string;
  readonly masked: boolean;
  /** Place of its JSON text in the content: first byte, and the byte after the last. */
  readonly start: number;
  readonly end: number;
}

export interface BodyValues {
  readonly values: readonly BodyValue[];
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
 * Reads some values of a body, masked if they may be personal, and stops after the last one. Memory stays constant.
 * @throws the error of `body`; for a text that is not JSON, the result has a `problem`.
 */
export async function readValues(
  body: AsyncIterable<Uint8Array>,
  { under, skip, limit, showsKeys = false }: ValuesRequest,
): Promise<BodyValues> {
  const values: BodyValue[] = [];
  let seen = 0;
  let hasMore = false;
  /** Start of the container that began last. */
  let opened = 0;

  /** Counts a value. @returns whether it is one of those that were asked for. */
  const take = (path: JsonPath): boolean => {
    if (!under.every((step, index) => step === String(path[index]))) return false;
    seen += 1;
    if (seen <= skip) return false;
    if (values.length < limit) return true;
    hasMore = true;
    return false;
  };
  const pointerOf = (path: JsonPath): string => escapeUnsafe(showsKeys ? formatPointer(path) : shownPointer(path));
  const reader = new ValueReader(
    {
      isWanted: (path, kind, start) => {
        if (kind !== 'object' && kind !== 'array') return take(path);
        opened = start;
        return false;
      },
      onValue: ({ path, kind, start, end, head }) => {
        const isShown = isShownValue(path, kind, head.toString());
        const text = isShown ? escapeUnsafe(head.toString()) : maskedText(head.toString('latin1', 0, 8), end - start);
        values.push({ pointer: pointerOf(path), text, masked: !isShown, start, end });
      },
      onContainerEnd: ({ path, kind, end, isEmpty }) => {
        if (!isEmpty || !take(path)) return;
        const text = kind === 'object' ? '{}' : '[]';
        values.push({ pointer: pointerOf(path), text, masked: false, start: opened, end });
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
    return { values, next: null, problem: error.message };
  }
  return { values, next: hasMore ? skip + values.length : null, problem: null };
}
