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

/** Each is looked at again, so that a body full of them does not take for ever. */
const MOST_FOUND = 100;

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
    const found: FoundValue[] = [];
    for await (const each of new LeakSearch(values.book).search(await output()))
      if (found.length < MOST_FOUND) found.push(each);
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
  const suspects = new Map<FoundValue, 'kept' | 'leak' | 'chance'>(found.map((each) => [each, 'kept']));
  // Made again from the source, so that this does not rest on what was said the first time.
  for await (const _ of body.scrubbed(({ original, to }) => {
    for (const each of found) {
      if (to.offset === -1 || each.offset + each.length <= to.offset || each.offset >= to.offset + to.length) continue;
      suspects.set(each, folded(original).includes(folded(each.text)) ? 'leak' : 'chance');
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

function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase();
}
