import type { AmlFlag, Archive, CaptureEntry, CaptureFilter } from '@idvkit/archive';
import { z } from 'zod';

import { holdsText } from '../show/search-body.ts';

/** What the page asks the list for. Members that are left out choose nothing. */
export interface ListRequest {
  readonly type?: string | undefined;
  readonly ekyc?: string | undefined;
  /** Any of these was found. */
  readonly aml?: readonly AmlFlag[] | undefined;
  readonly tag?: string | undefined;
  /** A text in the body. It may be personal, which is why lists are asked for by POST. */
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

/** One capture in the list: what the index knows, nothing personal. */
export interface ListedCapture {
  readonly id: number;
  readonly receivedAt: string;
  readonly type: string | null;
  readonly json: boolean;
  readonly slug: string | null;
  readonly status: string | null;
  readonly ekyc: string | null;
  readonly aml: readonly string[] | null;
  readonly bytes: number;
  readonly complete: boolean;
  readonly bearer: string;
  readonly answer: number | null;
  readonly tags: readonly string[];
  readonly last: string | null;
}

/** A page of the list, the newest first. */
export interface ListedPage {
  readonly captures: readonly ListedCapture[];
  /** Captures that the filter chooses, its text aside; null where there is a text. */
  readonly total: number | null;
  /** What to ask for as `before`; null at the end. */
  readonly next: number | null;
}

const PAGE_CAPTURES = 100;

/** Lists captures, the newest first, {@link PAGE_CAPTURES} at a time. A search stops when nobody waits for it any more. */
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
  const captures: ListedCapture[] = [];
  let next: number | null = null;
  const from: CaptureFilter = { ...filter, order: 'newest', ...(before !== undefined && { ids: [0, before - 1] }) };
  for await (const entry of archive.list(from)) {
    if (signal.aborted) break;
    if (text !== undefined && !(await holdsText(archive, entry.captured, text))) continue;
    if (captures.length === PAGE_CAPTURES) {
      next = captures.at(-1)?.id ?? null;
      break;
    }
    captures.push(toListed(entry));
  }
  return { captures, total: text === undefined ? await archive.count(filter) : null, next };
}

/** What of a capture may be in a list. */
export function toListed({ captured, summary, tags, lastOutcome }: CaptureEntry): ListedCapture {
  const last =
    lastOutcome === undefined ? null : 'status' in lastOutcome ? String(lastOutcome.status) : lastOutcome.failure;
  return {
    id: captured.id,
    receivedAt: captured.receivedAt,
    type: summary.type ?? null,
    json: summary.json,
    slug: summary.slug ?? null,
    status: summary.status ?? null,
    ekyc: summary.ekyc ?? null,
    aml: summary.aml ?? null,
    bytes: captured.body.bytes,
    complete: captured.body.complete,
    bearer: captured.bearer,
    answer: captured.answer,
    tags,
    last,
  };
}
