import { formatPointer, type JsonPath, JsonScanner, JsonTextError } from '@idvkit/json';

import { shownPointer } from '../scrub/shown-pointer.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownValue } from '../show/shown-values.ts';

/** A scalar or an empty container of a body. */
export interface BodyValue {
  /** JSON pointer; keys that may be somebody's name are `…` unless they were asked for. */
  readonly pointer: string;
  /** JSON text where it may be shown; else what stands for it. */
  readonly text: string;
  readonly masked: boolean;
  /** Where its JSON text is in the content: first byte, and the byte after the last. */
  readonly start: number;
  readonly end: number;
}

/** Some values of a body, in the order in which they stand there. */
export interface BodyValues {
  readonly values: readonly BodyValue[];
  /** Values to skip for the next ones; null where there are no more. */
  readonly next: number | null;
  /** Why nothing more could be read; null where nothing is wrong. */
  readonly problem: string | null;
}

/** Which values. */
export interface ValuesRequest {
  /** Steps of a JSON pointer: only what is there and below. */
  readonly under: readonly string[];
  readonly skip: number;
  readonly limit: number;
  /** Whether keys are shown that may be somebody's name. */
  readonly showsKeys?: boolean;
}

/** Longest text of a value that is given without being asked for, in bytes. */
const MAX_TEXT_LENGTH = 200;

/**
 * Reads some values of a body, masked where they may be personal. What follows the last one is not read, and memory grows
 * neither with the body nor with a value.
 *
 * @throws what reading said; a text that is no JSON is no error, but a `problem`.
 */
export async function readValues(
  body: AsyncIterable<Uint8Array>,
  { under, skip, limit, showsKeys = false }: ValuesRequest,
): Promise<BodyValues> {
  const values: BodyValue[] = [];
  let seen = 0;
  let hasMore = false;
  let scalar: { readonly start: number; readonly wanted: boolean; readonly isShown: boolean; head: Buffer } | undefined;
  /** Where the container that began last did. */
  let opened = 0;
  let chunk: Uint8Array = new Uint8Array();
  let base = 0;

  /** Counts a value; tells whether it is one of those that were asked for. */
  const take = (path: JsonPath): boolean => {
    if (!under.every((step, index) => step === String(path[index]))) return false;
    seen += 1;
    if (seen <= skip) return false;
    if (values.length < limit) return true;
    hasMore = true;
    return false;
  };
  const keep = (from: number, to: number): void => {
    if (scalar === undefined || scalar.head.length > MAX_TEXT_LENGTH) return;
    const part = chunk
      .subarray(Math.max(0, from - base), to - base)
      .subarray(0, MAX_TEXT_LENGTH + 1 - scalar.head.length);
    scalar.head = Buffer.concat([scalar.head, part]);
  };
  const scanner: JsonScanner = new JsonScanner({
    begin: (kind, start) => {
      if (kind === 'object' || kind === 'array') {
        opened = start;
        return;
      }
      scalar = {
        start,
        wanted: take(scanner.path),
        isShown: isShownValue(scanner.path, kind),
        head: Buffer.alloc(0),
      };
    },
    end: (kind, end, isEmpty) => {
      const pointer = (): string => escapeUnsafe(showsKeys ? formatPointer(scanner.path) : shownPointer(scanner.path));
      if (kind === 'object' || kind === 'array') {
        if (!isEmpty || !take(scanner.path)) return;
        const text = kind === 'object' ? '{}' : '[]';
        values.push({ pointer: pointer(), text, masked: false, start: opened, end });
        return;
      }
      if (scalar?.wanted === true) {
        keep(scalar.start, end);
        const { start, isShown, head } = scalar;
        const isLong = head.length > MAX_TEXT_LENGTH;
        const text =
          isShown && !isLong ? escapeUnsafe(head.toString()) : maskedText(head.toString('latin1', 0, 8), end - start);
        values.push({ pointer: pointer(), text, masked: !isShown || isLong, start, end });
      }
      scalar = undefined;
    },
  });

  try {
    for await (const part of body) {
      chunk = part;
      scanner.write(part);
      if (scalar?.wanted === true) keep(scalar.start, base + part.length);
      base += part.length;
      if (hasMore) break;
    }
    if (!hasMore) scanner.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { values, next: null, problem: error.message };
  }
  return { values, next: hasMore ? skip + values.length : null, problem: null };
}
