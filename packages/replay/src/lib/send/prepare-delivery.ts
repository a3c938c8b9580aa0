import { ArchiveError, UnpackError, type Archive } from '@idvkit/archive';
import { formatTimestamp, type DeliveryContent, type DeliveryHeader } from '@idvkit/delivery';
import { JsonTextError, type SpanEdit } from '@idvkit/json';
import { SIGNED_IMAGE_LIFETIME_SECONDS } from '@idvkit/schema';
import type { Captured, ImageEntry, SendPlan } from '@idvkit/schema/formats';

import type { BodySpan } from '../edit/body-spans.ts';
import { surveyBody, type BodySurvey, type SetChange } from '../edit/body-survey.ts';
import { freshEdits, type MintImageUrl } from '../edit/fresh-edits.ts';
import { editableBody, PlainBody, type EditableBody } from './editable-body.ts';
import type { ImageServer } from './image-server.ts';
import { requestHeaders } from './request-headers.ts';

/** Checks whether a body could not be read because it is not the one that was received. */
export function isBodyChanged(error: unknown): boolean {
  return error instanceof ArchiveError && error.code === 'body-changed';
}

export type ContentPlan = Pick<SendPlan, 'mode' | 'images' | 'set' | 'headers'>;

/** A capture that is ready to be sent, or the reason why it cannot be. */
export type PreparedDelivery =
  | {
      readonly kind: 'ready';
      readonly content: DeliveryContent;
      readonly changes: readonly SetChange[];
      /** Signed image URLs that are new in each attempt. */
      readonly images: number;
      /** The `Content-Encoding` that it is unpacked from and packed with again, because it is edited. */
      readonly packing?: string;
    }
  | { readonly kind: 'not-sent'; readonly why: string };

/**
 * Prepares a capture to be sent. As-is attempts have the same bytes; fresh ones a new nounce, creation time and image URLs.
 * Set values are new in both. Images that are served need `imageServer`.
 */
export async function prepareDelivery({
  archive,
  captured,
  plan,
  imageServer,
}: {
  readonly archive: Archive;
  readonly captured: Captured;
  readonly plan: ContentPlan;
  readonly imageServer?: ImageServer | undefined;
}): Promise<PreparedDelivery> {
  const notSent = (why: string): PreparedDelivery => ({ kind: 'not-sent', why });
  if (!captured.body.complete) return notSent('its upload broke off when it was captured');
  const state = archive.bodyState(captured);
  if (state === 'missing') return notSent('its body is missing from the archive');
  if (state === 'changed') return notSent(CHANGED);

  const body = async function* body(): AsyncGenerator<Uint8Array> {
    yield* archive.openBody(captured) as AsyncIterable<Uint8Array>; // No encoding is set.
  };
  const isFresh = plan.mode === 'fresh';
  const isEdited = isFresh || plan.set.length > 0;
  const editable: EditableBody | string = isEdited ? editableBody(captured, body) : new PlainBody(body);
  if (typeof editable === 'string') return notSent(editable);
  const survey = isEdited ? await surveyOrProblem(editable, plan) : NOTHING_TO_EDIT;
  if (typeof survey === 'string') return notSent(survey);
  const mint = minting(archive, captured, { plan, survey, imageServer });
  const editsOf = (header: DeliveryHeader): readonly SpanEdit[] =>
    isFresh ? freshEdits(survey, backdated(header, plan), mint) : survey.edits;
  let bytes: number | undefined;
  return {
    kind: 'ready',
    changes: survey.changes,
    images: survey.images.length,
    ...(editable.packing !== undefined && { packing: editable.packing }),
    content: {
      body: (header) => {
        const edited = editable.edit(editsOf(header), captured.body.bytes);
        bytes = edited.bytes;
        return edited.body;
      },
      headers: () => requestHeaders(captured, { bytes, overrides: plan.headers }),
    },
  };
}

const NOTHING_TO_EDIT: BodySurvey = { nounces: [], createdAts: [], images: [], edits: [], changes: [], missing: [] };

/** Finds the places of a body that a plan edits. @returns a text if it cannot be edited as planned. */
async function surveyOrProblem(editable: EditableBody, { mode, set }: ContentPlan): Promise<BodySurvey | string> {
  let survey: BodySurvey;
  try {
    survey = await surveyBody({ body: editable.content(), fresh: mode === 'fresh', set });
  } catch (error) {
    if (isBodyChanged(error)) return CHANGED;
    if (error instanceof UnpackError)
      return `its body cannot be unpacked: ${error.message}; send it without --fresh and --set`;
    if (!(error instanceof JsonTextError)) throw error;
    return `its body is not JSON that can be edited: ${error.message}`;
  }
  if (survey.missing.length > 0) return `there is no place for ${survey.missing.join(', ')}: its container is missing`;
  if (mode === 'as-is' || (survey.nounces.length > 0 && survey.createdAts.length > 0)) return survey;
  const missing = survey.nounces.length === 0 ? 'nounce' : 'created_at';
  if (set.some(({ pointer }) => pointer === `/event/${missing}`)) return survey;
  return `it has no event.${missing} that could be new: send it without --fresh`;
}

const CHANGED = 'its body is not what was received; run idvkit archive verify';

/**
 * Images that are expired when they arrive belong to a delivery that was made so long ago: its creation time says so, and
 * `exp` follows from it as in any other.
 */
function backdated(header: DeliveryHeader, { images }: ContentPlan): DeliveryHeader {
  if (images !== 'expired') return header;
  const ageMs = (SIGNED_IMAGE_LIFETIME_SECONDS + 1) * 1_000;
  return { ...header, createdAt: formatTimestamp(Date.parse(header.createdAt) - ageMs) };
}

function minting(
  archive: Archive,
  captured: Captured,
  {
    plan,
    survey,
    imageServer,
  }: {
    readonly plan: ContentPlan;
    readonly survey: BodySurvey;
    readonly imageServer: ImageServer | undefined;
  },
): MintImageUrl | undefined {
  if (plan.images === 'keep' || imageServer === undefined || survey.images.length === 0) return undefined;
  const facts = new Map<number, ImageEntry>();
  for (const fact of archive.imagesOf(captured.id)) facts.set(fact.offset, fact);
  return (span: BodySpan, expSeconds) =>
    imageServer.mint({
      archive,
      path: new URL(JSON.parse(span.head.toString()) as string).pathname, // The survey made sure that it is such a URL.
      expSeconds,
      fact: facts.get(span.start + 1),
    });
}
