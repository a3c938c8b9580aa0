import type { DeliveryHeader } from '@idvkit/delivery';
import type { SpanEdit } from '@idvkit/json/splice';
import { imageExpirySeconds } from '@idvkit/schema';

import type { BodySpan } from './body-spans.ts';
import type { BodySurvey } from './body-survey.ts';
import { moveExpiry } from './signed-image-edit.ts';

/** Makes the URL of an image for one attempt. */
export type MintImageUrl = (span: BodySpan, expSeconds: number) => string;

/**
 * Returns the edits of one fresh attempt: a new nounce, a new creation time, image URLs that expire 15 minutes after it, and the
 * values that the user sets.
 *
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
