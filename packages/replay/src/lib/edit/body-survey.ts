import { formatPointer, type SpanEdit } from '@idvkit/json';
import { signedImageUrl } from '@idvkit/schema';

import { findSpans, type BodySpan } from './body-spans.ts';
import type { SetValue } from './set-value.ts';

export interface SurveyOptions {
  readonly body: AsyncIterable<Uint8Array>;
  /** True to look for nounce, creation time and images. */
  readonly fresh: boolean;
  readonly set: readonly SetValue[];
}

/** A value of a body that is set, before and after. */
export interface SetChange {
  readonly pointer: string;
  /** JSON text of the value before, its beginning if it is long; undefined where there was none. */
  readonly before: string | undefined;
  /** Bytes of the value before. */
  readonly beforeBytes: number;
  readonly after: string;
}

export interface BodySurvey {
  readonly nounces: readonly BodySpan[];
  readonly createdAts: readonly BodySpan[];
  /** Signed image URLs of `extra.ekyc`, wherever they stand in it. */
  readonly images: readonly BodySpan[];
  /** Edits that do not depend on the attempt. */
  readonly edits: readonly SpanEdit[];
  readonly changes: readonly SetChange[];
  /** Pointers of values to set that have no place in the body: what they are to be in is not there. */
  readonly missing: readonly string[];
}

const NOUNCE = '/event/nounce';
const CREATED_AT = '/event/created_at';

/**
 * Finds in one pass the values that are new in a fresh delivery, and those that the user sets, also in repeated keys.
 * @throws {JsonTextError} if the body is not JSON.
 */
export async function surveyBody({ body, fresh, set }: SurveyOptions): Promise<BodySurvey> {
  const pointers = new Set(set.map(({ pointer }) => pointer));
  const parents = new Set(set.map(({ pointer }) => parentOf(pointer)));
  const { spans, gaps } = await findSpans(body, {
    isWanted: (path, kind) => {
      const [first, second] = path;
      if (fresh && first === 'event' && path.length === 2 && (second === 'nounce' || second === 'created_at'))
        return true;
      if (fresh && kind === 'string' && first === 'extra' && second === 'ekyc') return true;
      return pointers.size > 0 && pointers.has(formatPointer(path));
    },
    isGapWanted: (path) => parents.size > 0 && parents.has(formatPointer(path)),
  });
  const isSet = ({ pointer }: BodySpan): boolean => pointers.has(pointer);
  const edits: SpanEdit[] = [];
  const changes: SetChange[] = [];
  const missing: string[] = [];
  for (const { pointer, text } of set) {
    const places = spans.filter((span) => span.pointer === pointer);
    for (const { start, end, head } of places) {
      edits.push({ start, end, bytes: Buffer.from(text) });
      changes.push({ pointer, before: head.toString(), beforeBytes: end - start, after: text });
    }
    if (places.length > 0) continue;
    const gap = gaps.findLast((candidate) => candidate.pointer === parentOf(pointer));
    const key = pointer
      .slice(pointer.lastIndexOf('/') + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    if (gap === undefined || (gap.kind === 'array' && key !== '-')) missing.push(pointer);
    else {
      const member = gap.kind === 'array' ? text : `${JSON.stringify(key)}:${text}`;
      const alone = gap.isEmpty && !edits.some(({ start, end }) => start === gap.at && end === gap.at);
      edits.push({ start: gap.at, end: gap.at, bytes: Buffer.from(alone ? member : `,${member}`) });
      changes.push({ pointer, before: undefined, beforeBytes: 0, after: text });
    }
  }
  const found = spans.filter((span) => !isSet(span));
  return {
    nounces: found.filter(({ pointer }) => pointer === NOUNCE),
    createdAts: found.filter(({ pointer }) => pointer === CREATED_AT),
    images: found.filter((span) => isSignedImage(span)),
    edits: edits.sort((one, other) => one.start - other.start || one.end - other.end),
    changes,
    missing,
  };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function isSignedImage({ pointer, kind, head, start, end }: BodySpan): boolean {
  if (kind !== 'string' || !pointer.startsWith('/extra/ekyc/') || head.length < end - start) return false;
  return signedImageUrl.safeParse(JSON.parse(head.toString())).success;
}
