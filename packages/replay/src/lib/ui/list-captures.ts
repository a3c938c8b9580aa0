import { ArchiveError, type Archive, type CaptureEntry, type CaptureFacets, type CaptureFilter } from '@idvkit/archive';
import * as z from 'zod';

import { findNumbers, holdsAll } from '../select/find-selected.ts';
import { parseSelection } from '../select/parse-selection.ts';
import { wordsOfSearch } from '../select/selection-words.ts';
import { maskRequest } from '../show/mask-head.ts';

export const listRequest = z.strictObject({
  /** A search, as {@link wordsOfSearch} reads it. It may hold a personal text, so the page requests lists by POST. Default: everything. */
  query: z.string().max(1_000).default(''),
  /** Only captures with smaller numbers: the next page. */
  before: z.int().min(1).optional(),
});

export type ListRequest = z.infer<typeof listRequest>;

export interface ListedPage {
  /** Without anything personal, as `idvkit list --json` has them. */
  readonly captures: readonly CaptureEntry[];
  /** Captures that match the search; null if it has a text. */
  readonly total: number | null;
  /** Value of `before` for the next page; null at the end. */
  readonly next: number | null;
  /** Sentences about parts of the search that no capture can match. */
  readonly problems: readonly string[];
  /** Values of the whole archive to search by. */
  readonly facets: CaptureFacets;
}

const PAGE_CAPTURES = 100;

/** Lists captures, the newest first, {@link PAGE_CAPTURES} at a time. A search stops when `signal` aborts. */
export async function listCaptures(
  archive: Archive,
  { query, before }: ListRequest,
  signal: AbortSignal,
): Promise<ListedPage> {
  const facets = archive.facets();
  const nothing = (problems: readonly string[]): ListedPage => ({
    captures: [],
    total: 0,
    next: null,
    problems,
    facets,
  });
  const selection = parseSelection(wordsOfSearch(query), { facets, now: new Date() });
  if (selection.problems.length > 0) return nothing(selection.problems.map(({ state, fix }) => `${state}. ${fix}`));
  const { texts } = selection;
  let filter: CaptureFilter;
  try {
    const numbers = findNumbers(archive, selection);
    filter = { ...selection.filter, ...(numbers && { numbers }), texts };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return nothing([`${error.message}. Put a text in double quotes.`]);
  }
  const captures: CaptureEntry[] = [];
  let next: number | null = null;
  const from: CaptureFilter = { ...filter, order: 'newest', ...(before !== undefined && { ids: [0, before - 1] }) };
  for (const entry of archive.list(from)) {
    if (signal.aborted) break;
    if (!(await holdsAll(archive, entry.captured, texts))) continue;
    if (captures.length === PAGE_CAPTURES) {
      next = captures.at(-1)?.captured.id ?? null;
      break;
    }
    captures.push({ ...entry, captured: maskRequest(entry.captured) });
  }
  return { captures, total: texts.length === 0 ? archive.count(filter) : null, next, problems: [], facets };
}
