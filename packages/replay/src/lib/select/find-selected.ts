import { ArchiveError, type Archive, type CaptureFilter } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

import { holdsText } from '../show/search-body.ts';
import type { Selection } from './parse-selection.ts';
import { parseRange } from './selection-words.ts';

/**
 * Finds the numbers of the references of a selection, in the order in which they are given. `latest` is the latest that matches the filter.
 *
 * @returns `undefined` if no reference limits the selection.
 * @throws {ArchiveError} `capture-unknown` if a reference names none, `capture-ambiguous` if one that should name one names several.
 */
export function findNumbers(
  archive: Archive,
  { references, filter }: Pick<Selection, 'references' | 'filter'>,
): CaptureFilter['numbers'] {
  if (references.length === 0 || references.includes('all')) return undefined;
  const spans: (readonly [number, number])[] = [];
  for (const reference of references) {
    const range = parseRange(reference);
    if (range === undefined) {
      const { id } = archive.find(reference, reference.startsWith('latest') ? filter : {}).captured;
      spans.push([id, id]);
    } else if (archive.count({ ids: range }) > 0) spans.push(range);
    else throw new ArchiveError('capture-unknown', `the archive has no capture in ${reference}`);
  }
  return spans;
}

/** Checks whether the body of a capture holds all of the texts. */
export async function holdsAll(archive: Archive, captured: Captured, texts: readonly string[]): Promise<boolean> {
  for (const text of texts) if (!(await holdsText(archive, captured, text))) return false;
  return true;
}
