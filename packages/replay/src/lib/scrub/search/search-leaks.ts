import { JsonTextError, type JsonPath } from '@idvkit/json';
import { Splicer } from '@idvkit/json/splice';

import { isPlainName } from '../plain-names.ts';
import { KEPT, nodeAt, SCRUBBED_AS, shownPointer, type Kind } from '../policy.ts';
import type { ScrubbableBody } from '../scrub-body.ts';
import { textOf, type Replaced } from '../scrub-editor.ts';
import type { FoundValue, LeakIndex } from './leak-index.ts';
import { isStrong, isTelling, type LeakValues } from './leak-values.ts';
import type { LeakForm } from './readings.ts';

/** An original value that a scrubbed delivery still holds. */
export interface Leak {
  /** JSON pointer in the body, or what of the journal it is: `header 3`, `tag`. */
  readonly path: string;
  readonly kind: Kind;
  readonly form: LeakForm;
  /** The value, in lower case. */
  readonly text: string;
}

interface Suspect extends FoundValue {
  /** How many values begin in the body up to there; `undefined` beyond what is JSON. */
  readonly ordinal: number | undefined;
  readonly path: JsonPath;
  readonly in: 'text' | 'number' | 'key';
}

/** Suspects of one reading. Most are chance: a word of an answer may be the name of a field. */
const MAX_FOUND = 20_000;
const MAX_KEYS = 1000;

interface SearchedBody {
  readonly body: () => Promise<ScrubbableBody>;
  readonly output: () => AsyncIterable<Uint8Array>;
}

/** Searches a body for the originals that were replaced in it. `first` were collected while it was scrubbed. */
export async function searchBody(
  searched: SearchedBody,
  first: LeakValues,
): Promise<{ readonly leaks: readonly Leak[]; readonly searched: number }> {
  const leaks: Leak[] = [];
  let count = 0;
  for (let values = first; ;) {
    count += values.index.size;
    leaks.push(...(await searchFor(values.index, searched)));
    const next = values.next();
    if (next === undefined) return { leaks, searched: count };
    // Read to its end for its replacements.
    for await (const _ of (await searched.body()).scrubbed((replaced) => next.add(replaced)));
    values = next;
  }
}

/** Searches what was made of a body for values of any body. */
export async function searchFor(index: LeakIndex, { body, output }: SearchedBody): Promise<readonly Leak[]> {
  if (index.size === 0) return [];
  let suspects: Suspect[] = [];
  const search = bodySearch(index, (suspect) => suspects.push(suspect));
  for await (const chunk of output()) {
    search(chunk);
    if (suspects.length < MAX_FOUND) continue;
    const leaks = await leaksAmong(suspects, index, await body());
    // One is enough to refuse the copy.
    if (leaks.length > 0) return leaks;
    suspects = [];
  }
  return suspects.length === 0 ? [] : leaksAmong(suspects, index, await body());
}

/** Returns a function that searches each value and key of a body while it streams, and what is not JSON as text. */
function bodySearch(index: LeakIndex, onSuspect: (suspect: Suspect) => void): (chunk: Uint8Array) => void {
  let ordinal = 0;
  let isJson = true;
  /** @returns whether something was found. */
  const search = (text: string, path: JsonPath, where: Suspect['in']): boolean => {
    const all = index.find(text);
    for (const found of all) onSuspect({ ...found, ordinal: isJson ? ordinal : undefined, path: [...path], in: where });
    return all.length > 0;
  };
  /** Keys in which nothing was found: the same few come again and again. */
  const clean = new Set<string>();
  const searchKey = (path: JsonPath): void => {
    const key = String(path.at(-1));
    if (!clean.has(key) && !search(key, path, 'key') && clean.size < MAX_KEYS) clean.add(key);
  };
  const splicer = new Splicer(
    {
      choose: ({ kind }) => {
        ordinal += 1;
        return kind === 'string' || kind === 'number' ? 'read' : 'enter';
      },
      replace: ({ path, kind }, raw) => void search(textOf(kind, raw), path, kind === 'string' ? 'text' : 'number'),
      keepsKey: (path) => {
        searchKey(path);
        return true;
      },
      replaceKey: (path) => {
        searchKey(path);
        return undefined;
      },
    },
    { maxValueBytes: Infinity, maxKeyBytes: Infinity },
  );
  return (chunk) => {
    try {
      if (isJson) splicer.write(chunk);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      isJson = false;
    }
    if (!isJson) search(Buffer.from(chunk).toString(), [], 'text');
  };
}

/**
 * Distinguishes leaks from chance. A made-up value may equal a real one: then the original in that place did not hold it.
 * A key may be a word that somebody also gave as an answer, a score may have the digits of a postal code.
 */
async function leaksAmong(suspects: readonly Suspect[], index: LeakIndex, body: ScrubbableBody): Promise<Leak[]> {
  const values = suspects.filter(({ in: where }) => where !== 'key');
  const byOrdinal = Map.groupBy(values, ({ ordinal }) => ordinal);
  const replacedThere = new Map<Suspect, 'leak' | 'chance'>();
  // Made again from the source: this does not rest on the first reading.
  for await (const _ of body.scrubbed((replaced) => {
    if (replaced.kind === 'key') return;
    for (const suspect of byOrdinal.get(replaced.ordinal) ?? []) {
      const wasThere = index.find(personalPart(replaced)).some(({ text }) => text === suspect.text);
      replacedThere.set(suspect, wasThere ? 'leak' : 'chance');
    }
  }));
  return suspects
    .filter((suspect) => {
      const verdict = replacedThere.get(suspect);
      return verdict === undefined ? canLeak(suspect, body) : verdict === 'leak';
    })
    .map(({ ordinal, path, kind, form, text }) => ({
      path: ordinal === undefined ? 'body' : shownPointer(path),
      kind,
      form,
      text,
    }));
}

function canLeak({ text, kind, path, ordinal, in: where }: Suspect, body: ScrubbableBody): boolean {
  // Numbers stay where they count or measure, and only small ones: their digits are nobody's.
  if (where === 'number' || (where === 'key' && !isStrong(text))) return false;
  if (where === 'text' && ordinal !== undefined) {
    const node = nodeAt(path, body.keep);
    const privacy = node.privacy?.class ?? 'person';
    // A text of a class that is replaced should have been replaced.
    if (node !== KEPT && SCRUBBED_AS[privacy] !== 'stays') return true;
    // What is kept of a closed list is the same for everybody.
    if (privacy !== 'public') return false;
  }
  return (kind === 'name' || isTelling(text)) && !isPlainName(text);
}

/** Returns the part of an original that is about somebody: of an image's link, host and path stay. */
function personalPart({ kind, original }: Replaced): string {
  return kind === 'image-url' ? original.replace(/^([^/]*\/\/(?:[^/?#]*@)?)[^/?#@]*\/api\/ekyc\//, '$1') : original;
}
