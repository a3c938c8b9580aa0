import type { DeliveryHeader } from '@idvkit/delivery';
import type { SpanEdit } from '@idvkit/json';
import { imageExpirySeconds } from '@idvkit/schema';

import type { BodySpan } from './body-spans.ts';
import type { BodySurvey } from './body-survey.ts';

/** Makes the URL of an image for one attempt. */
export type MintImageUrl = (span: BodySpan, expSeconds: number) => string;

/**
 * Returns the edits of one fresh attempt: a new nounce and creation time, image URLs that expire 15 minutes later, and set values.
 * @param mintImageUrl Default: URLs stay as they are but for their `exp`.
 * @see Specification, "Delivery rules", "Signed image URL"
 */
export function freshEdits(
  survey: BodySurvey,
  { nounce, createdAt }: DeliveryHeader,
  mintImageUrl?: MintImageUrl,
): readonly SpanEdit[] {
  const expSeconds = imageExpirySeconds({ created_at: createdAt });
  const images = survey.images.flatMap((span): SpanEdit[] => {
    if (mintImageUrl) return [replaceWith(span, mintImageUrl(span, expSeconds))];
    return [moveExpiry(span, expSeconds) ?? []].flat();
  });
  const edits = [
    ...survey.nounces.map((span) => replaceWith(span, nounce)),
    ...survey.createdAts.map((span) => replaceWith(span, createdAt)),
    ...images,
    ...survey.edits,
  ];
  return edits.sort((one, other) => one.start - other.start || one.end - other.end);
}

function replaceWith({ start, end }: BodySpan, text: string): SpanEdit {
  return { start, end, bytes: Buffer.from(JSON.stringify(text)) };
}

/** Moves the `exp` of a signed image URL, a JSON string in which `&`, `?` and `=` may be escaped; keeps everything else of it. */
function moveExpiry(span: BodySpan, expSeconds: number): SpanEdit | undefined {
  const found = /(?:[?&]|\\u00(?:26|3f))exp(?:=|\\u003d)(\d+)/i.exec(span.head.toString('latin1'));
  const digits = found?.[1];
  if (!found || digits === undefined) return undefined;
  const start = span.start + found.index + found[0].length - digits.length;
  return { start, end: start + digits.length, bytes: Buffer.from(String(expSeconds)) };
}
