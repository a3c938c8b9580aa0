import type { CaptureEntry, CaptureFilter } from './capture-entry.ts';

/** Tells whether a capture is one that a filter chooses. */
export function matchesFilter({ captured, summary, tags }: CaptureEntry, filter: CaptureFilter): boolean {
  const { body } = captured;
  const receivedAt = Date.parse(captured.receivedAt);
  return (
    isOneOf(filter.types, summary.type) &&
    isOneOf(filter.statuses, summary.status) &&
    isOneOf(filter.ekyc, summary.ekyc) &&
    isOneOf(filter.bearers, captured.bearer) &&
    isOneOf(filter.answers, captured.answer) &&
    (filter.complete ?? body.complete) === body.complete &&
    receivedAt >= (filter.since?.getTime() ?? Number.NEGATIVE_INFINITY) &&
    receivedAt < (filter.until?.getTime() ?? Number.POSITIVE_INFINITY) &&
    body.bytes >= (filter.minBytes ?? 0) &&
    body.bytes <= (filter.maxBytes ?? Number.POSITIVE_INFINITY) &&
    (filter.tags ?? []).every((tag) => tags.includes(tag)) &&
    captured.id >= (filter.ids?.[0] ?? 0) &&
    captured.id <= (filter.ids?.[1] ?? Number.POSITIVE_INFINITY) &&
    body.sha256.startsWith(filter.sha256 ?? '')
  );
}

function isOneOf<Value>(wanted: readonly Value[] | undefined, value: Value | undefined): boolean {
  return wanted === undefined || (value !== undefined && wanted.includes(value));
}
