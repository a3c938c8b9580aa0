import type { AmlFlag, Archive, CaptureEntry, CaptureFilter } from '@idvkit/archive';
import * as z from 'zod';

import { maskRequest } from '../show/mask-head.ts';
import { holdsText } from '../show/search-body.ts';

export interface ListRequest {
  readonly type?: string | undefined;
  readonly ekyc?: string | undefined;
  /** Any of these was found. */
  readonly aml?: readonly AmlFlag[] | undefined;
  readonly tag?: string | undefined;
  /** A text in the body. It may be personal, so the page requests lists by POST. */
  readonly text?: string | undefined;
  /** Only captures with smaller numbers: the next page. */
  readonly before?: number | undefined;
}

export const listRequest: z.ZodType<ListRequest> = z.strictObject({
  type: z.string().optional(),
  ekyc: z.string().optional(),
  aml: z.array(z.enum(['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'])).optional(),
  tag: z.string().optional(),
  text: z.string().max(1_000).optional(),
  before: z.int().min(1).optional(),
});

export interface ListedPage {
  /** Without anything personal, as `idv-replay list --json` has them. */
  readonly captures: readonly CaptureEntry[];
  /** Captures that match the filter; null if it has a text. */
  readonly total: number | null;
  /** Value of `before` for the next page; null at the end. */
  readonly next: number | null;
}

const PAGE_CAPTURES = 100;

/** Lists captures, the newest first, {@link PAGE_CAPTURES} at a time. A search stops when `signal` aborts. */
export async function listCaptures(
  archive: Archive,
  { type, ekyc, aml, tag, text, before }: ListRequest,
  signal: AbortSignal,
): Promise<ListedPage> {
  const filter: CaptureFilter = {
    ...(type !== undefined && { types: [type] }),
    ...(ekyc !== undefined && { ekyc: [ekyc] }),
    ...(aml !== undefined && aml.length > 0 && { aml }),
    ...(tag !== undefined && { tags: [tag] }),
  };
  const captures: CaptureEntry[] = [];
  let next: number | null = null;
  const from: CaptureFilter = { ...filter, order: 'newest', ...(before !== undefined && { ids: [0, before - 1] }) };
  for await (const entry of archive.list(from)) {
    if (signal.aborted) break;
    if (text !== undefined && !(await holdsText(archive, entry.captured, text))) continue;
    if (captures.length === PAGE_CAPTURES) {
      next = captures.at(-1)?.captured.id ?? null;
      break;
    }
    captures.push({ ...entry, captured: maskRequest(entry.captured) });
  }
  return { captures, total: text === undefined ? await archive.count(filter) : null, next };
}
