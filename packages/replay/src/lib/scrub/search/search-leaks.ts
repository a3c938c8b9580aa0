import type { Kind } from '../policy.ts';
import type { ScrubbableBody } from '../scrub-body.ts';
import { findPlaces } from './find-places.ts';
import type { LeakForm } from './leak-form.ts';
import { LeakSearch, type FoundValue } from './leak-search.ts';
import type { LeakValues } from './leak-values.ts';
import { isStrong, isTelling } from './telling.ts';

/** An original value that a scrubbed delivery still holds. */
export interface Leak {
  /** JSON pointer, or `journal`. */
  readonly path: string;
  readonly kind: Kind;
  readonly form: LeakForm;
}

/** Looked at in one reading. Most are chance: a word of an answer that is the name of a field as well is in every hit. */
const MOST_FOUND = 20_000;

/**
 * Searches a scrubbed body for the originals that were replaced in it, in every form.
 *
 * @param first The values that were collected while the body was scrubbed.
 * @returns The leaks, and how many values were looked for.
 */
export async function searchBody(
  body: ScrubbableBody,
  first: LeakValues,
  output: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<{ readonly leaks: readonly Leak[]; readonly searched: number }> {
  const leaks: Leak[] = [];
  let searched = 0;
  for (let values = first; ;) {
    searched += values.count;
    let found: FoundValue[] = [];
    for await (const each of new LeakSearch(values.book).search(await output())) {
      found.push(each);
      if (found.length < MOST_FOUND) continue;
      leaks.push(...(await leaksAmong(found, body, output)));
      found = [];
      // One is enough to refuse the copy.
      if (leaks.length > 0) break;
    }
    leaks.push(...(await leaksAmong(found, body, output)));
    const next = values.next();
    if (next === undefined) return { leaks, searched };
    // Read to its end, for what it tells about what it replaces.
    for await (const _ of body.scrubbed((replaced) => next.add(replaced)));
    values = next;
  }
}

/**
 * Tells leaks from chance. A made-up value may equal a real one that stood elsewhere: that is so where what stood in that very
 * place did not hold the value. And a key may be a word that somebody also gave as an answer, a score may have the digits of a postal code.
 */
export async function leaksAmong(
  found: readonly FoundValue[],
  body: ScrubbableBody,
  output: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<Leak[]> {
  if (found.length === 0) return [];
  const inOrder = found.toSorted((one, other) => one.offset - other.offset);
  const longest = inOrder.reduce((most, { length }) => Math.max(most, length), 0);
  const suspects = new Map<FoundValue, 'kept' | 'leak' | 'chance'>(inOrder.map((each) => [each, 'kept']));
  let first = 0;
  // Made again from the source, so that this does not rest on what was said the first time. Values come in their order.
  for await (const _ of body.scrubbed((replaced) => {
    const { offset, length } = replaced.to;
    if (offset === -1) return;
    while ((inOrder[first]?.offset ?? Infinity) + longest <= offset) first += 1;
    for (let at = first; (inOrder[at]?.offset ?? Infinity) < offset + length; at += 1) {
      const each = inOrder[at];
      if (each === undefined || each.offset + each.length <= offset) continue;
      suspects.set(each, folded(replaced.original).includes(folded(each.text)) ? 'leak' : 'chance');
    }
  }));
  const left = [...suspects].filter(([, verdict]) => verdict !== 'chance');
  if (left.length === 0) return [];
  const places = await findPlaces(
    await output(),
    left.map(([{ offset }]) => offset),
  );
  return left.flatMap(([{ offset, kind, form, text }, verdict]) => {
    const place = places.get(offset);
    if (place?.isKey === true && !isStrong(text)) return [];
    // Numbers stay where they count or measure, and only small ones: their digits are nobody's.
    if (verdict === 'kept' && (place?.isNumber === true || !isTelling(text))) return [];
    return [{ path: place?.path ?? 'body', kind, form }];
  });
}

/** The search takes a plus sign for a space, too. */
function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll('+', ' ');
}
