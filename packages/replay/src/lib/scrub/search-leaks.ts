import { findPlace } from './find-place.ts';
import type { LeakForm } from './leak-forms.ts';
import { isTelling, leakValuesOf, patternsOf, type LeakLabel, type LeakValue } from './leak-values.ts';
import { PatternSearch, type Found } from './pattern-search.ts';
import type { Kind } from './policy.ts';
import type { ScrubbableBody } from './scrub-body.ts';
import type { Replaced } from './scrub-editor.ts';

/** An original value that a scrubbed delivery still holds. */
export interface Leak {
  /** JSON pointer, or `journal`. */
  readonly path: string;
  readonly kind: Kind;
  readonly form: LeakForm;
}

/** How many values are held at once; a body with more is read once more for each lot. */
const LOT = 20_000;

/** Values to look for, each once. */
export class LeakValues {
  readonly #values = new Map<string, LeakValue>();
  readonly #skip: number;
  #seen = 0;

  /** @param lot Which lot of the values is held, from 0. */
  constructor(lot = 0) {
    this.#skip = lot * LOT;
  }

  /** Takes the searchable parts of an original. */
  add({ kind, path, original }: Pick<Replaced, 'kind' | 'path' | 'original'>): void {
    if (kind === 'flag') return;
    this.#seen += 1;
    if (this.#seen <= this.#skip || this.#seen > this.#skip + LOT) return;
    for (const value of leakValuesOf(kind, original, isAboutApplicant(path))) this.#values.set(value.text, value);
  }

  /** Whether there were more than are held. */
  get isFull(): boolean {
    return this.#seen > this.#skip + LOT;
  }

  get values(): readonly LeakValue[] {
    return [...this.#values.values()];
  }
}

/** Makes the search for a number of values. */
export function searchFor(values: readonly LeakValue[]): PatternSearch<LeakLabel> {
  return new PatternSearch(values.flatMap(patternsOf));
}

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
  for (let lot = 0, values = first; ; lot += 1) {
    searched += values.values.length;
    const search = searchFor(values.values);
    const found: Found<LeakLabel>[] = [];
    for await (const each of search.search(await output())) if (found.length < MOST_FOUND) found.push(each);
    leaks.push(...(await leaksAmong(found, body, output)));
    if (!values.isFull) return { leaks, searched };
    values = new LeakValues(lot + 1);
    const next = values;
    // Read to its end, for what it tells about what it replaces.
    for await (const _ of body.scrubbed((replaced) => next.add(replaced)));
  }
}

/** Each is looked at again, so that a body full of them does not take for ever. */
const MOST_FOUND = 100;

/**
 * Tells leaks from chance. A made-up value may equal a real one that stood elsewhere: that is so where what stood in that very
 * place did not hold the value. And a key may be a word that somebody also gave as an answer, a score may have the digits of a postal code.
 */
export async function leaksAmong(
  found: readonly Found<LeakLabel>[],
  body: ScrubbableBody,
  output: () => Promise<AsyncIterable<Uint8Array>>,
): Promise<Leak[]> {
  if (found.length === 0) return [];
  const suspects = new Map<Found<LeakLabel>, 'kept' | 'leak' | 'chance'>(found.map((each) => [each, 'kept']));
  // Made again from the source, so that this does not rest on what was said the first time.
  for await (const _ of body.scrubbed(({ original, to }) => {
    for (const each of found) {
      if (to.offset === -1 || each.offset + each.length <= to.offset || each.offset >= to.offset + to.length) continue;
      suspects.set(each, folded(original).includes(folded(each.label.value.text)) ? 'leak' : 'chance');
    }
  }));
  const leaks: Leak[] = [];
  for (const [{ offset, label }, verdict] of suspects) {
    if (verdict === 'chance') continue;
    const place = await findPlace(await output(), offset);
    if (place?.isKey === true && !label.value.isStrong) continue;
    // Numbers stay where they count or measure, and only small ones: their digits are nobody's.
    if (verdict === 'kept' && (place?.isNumber === true || !isTelling(label.value.text))) continue;
    leaks.push({ path: place?.path ?? 'body', kind: label.value.kind, form: label.form });
  }
  return leaks;
}

function folded(text: string): string {
  return text.normalize('NFKD').toLowerCase();
}

/** Values of screenings are searched for as a whole: the words of an article are nobody's. */
function isAboutApplicant([section, part, , , member]: readonly (string | number)[]): boolean {
  return section !== 'extra' || part === 'ekyc' || (part === 'identity_aml' && member === 'input');
}
