import { isPlainName } from '../plain-names.ts';
import type { Kind } from '../policy.ts';
import type { Replaced } from '../replaced.ts';
import type { ScrubbableBody } from '../scrub-body.ts';
import { shownPointer } from '../shown-pointer.ts';
import { findPlaces, type BodyPlace } from './find-places.ts';
import type { LeakForm } from './leak-form.ts';
import { LeakSearch, type FoundValue } from './leak-search.ts';
import type { LeakValues } from './leak-values.ts';
import { isStrong, isTelling } from './telling.ts';

/** An original value that a scrubbed delivery still holds. */
export interface Leak {
  /** JSON pointer in the body, or what of the journal it is: `header 3`, `tag`. */
  readonly path: string;
  readonly kind: Kind;
  readonly form: LeakForm;
  /** The value, in lower case as far as it is ASCII. */
  readonly text: string;
}

/** Looked at in one reading. Most are chance: a word of an answer that is the name of a field as well is in every hit. */
const MAX_FOUND = 20_000;

/** A scrubbed body, and how to read what was made of it. */
export interface SearchedBody {
  readonly body: () => Promise<ScrubbableBody>;
  readonly output: () => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Searches a scrubbed body for the originals that were replaced in it, in every form.
 *
 * @param first The values that were collected while the body was scrubbed.
 * @returns The leaks, and how many values were looked for.
 */
export async function searchBody(
  searched: SearchedBody,
  first: LeakValues,
): Promise<{ readonly leaks: readonly Leak[]; readonly searched: number }> {
  const leaks: Leak[] = [];
  let count = 0;
  for (let values = first; ;) {
    count += values.count;
    leaks.push(...(await searchFor(new LeakSearch(values.book), searched)));
    const next = values.next();
    if (next === undefined) return { leaks, searched: count };
    // Read to its end, for what it tells about what it replaces.
    for await (const _ of (await searched.body()).scrubbed((replaced) => next.add(replaced)));
    values = next;
  }
}

/** Searches what was made of a body for values of any body. */
export async function searchFor(search: LeakSearch, { body, output }: SearchedBody): Promise<readonly Leak[]> {
  let found: FoundValue[] = [];
  for await (const each of search.search(await output())) {
    found.push(each);
    if (found.length < MAX_FOUND) continue;
    const leaks = await leaksAmong(found, await body(), output);
    // One is enough to refuse the copy.
    if (leaks.length > 0) return leaks;
    found = [];
  }
  return found.length === 0 ? [] : leaksAmong(found, await body(), output);
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
      suspects.set(each, folded(personalPart(replaced)).includes(folded(each.text)) ? 'leak' : 'chance');
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
    if (verdict === 'kept' && !canLeak(text, kind, place, body)) return [];
    return [{ path: place === undefined ? 'body' : shownPointer(place.path), kind, form, text }];
  });
}

/** Returns whether a value that is met in what was kept can be no chance. */
function canLeak(text: string, kind: Kind, place: BodyPlace | undefined, body: ScrubbableBody): boolean {
  // Numbers stay where they count or measure, and only small ones: their digits are nobody's.
  if (place?.isNumber === true) return false;
  const treatment = place === undefined || place.isKey ? undefined : body.treatmentAt(place.path);
  // A text that no policy keeps should have been replaced.
  if (treatment !== undefined && treatment.keepsText === undefined) return true;
  // What is kept of a closed list is the same for everybody.
  if (treatment !== undefined && treatment.isOpen !== true) return false;
  return (kind === 'name' || isTelling(text)) && !isPlainName(text);
}

/** What of an original says something about somebody: of an image's link, host and path stay. */
function personalPart({ kind, original }: Replaced): string {
  return kind === 'image-url' ? original.replace(/^([^/]*\/\/(?:[^/?#]*@)?)[^/?#@]*\/api\/ekyc\//, '$1') : original;
}

/** The search takes a plus sign for a space, too. */
function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll('+', ' ');
}
