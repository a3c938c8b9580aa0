import type { Archive, BodyState, CaptureEntry } from '@idvkit/archive';
import { imageExpirySeconds } from '@idvkit/schema';
import type { CaptureAttempt, ImageEntry } from '@idvkit/schema/formats';

import { isOfTheConnection } from '../send/connection-headers.ts';
import { maskHeader, maskRequest, maskRoute, maskTarget, type MaskedText } from '../show/mask-head.ts';
import { UiError } from './ui-error.ts';

/** One capture as the page shows it, without the values of its body. */
export interface CaptureDetail extends CaptureEntry {
  /** Folder of the archive. */
  readonly folder: string;
  readonly path: MaskedText;
  /** `isSendable` is false for headers that each connection makes itself. */
  readonly headers: readonly ({ readonly name: string; readonly isSendable: boolean } & MaskedText)[];
  readonly body: BodyState;
  /** Time when the signed URLs in the body expire: 15 minutes after `event.created_at`. Null if that is not a time, or without URLs. */
  readonly imagesExpireAt: string | null;
  readonly images: readonly ImageEntry[];
  /** Attempts to pass it on and to send it, in the order in which they started. */
  readonly attempts: readonly PastAttempt[];
}

/** An attempt to pass a capture on while it was captured, or to send it later. */
export type PastAttempt = Omit<CaptureAttempt, 'target'> & { readonly target: MaskedText };

/** Collects what the archive knows of a capture without reading its body. */
export function captureDetail(archive: Archive, entry: CaptureEntry): CaptureDetail {
  const { captured, summary } = entry;
  return {
    ...entry,
    folder: archive.folder,
    captured: maskRequest(captured),
    path: maskRoute(captured.path),
    headers: captured.headers.map(([name, value]) => ({
      name,
      isSendable: !isOfTheConnection(name) && value !== '[redacted]',
      ...maskHeader(name, value),
    })),
    body: archive.bodyState(captured),
    imagesExpireAt: summary.images > 0 ? expiryOf(summary.createdAt) : null,
    images: archive.imagesOf(captured.id),
    attempts: archive.attemptsOf(captured.id).map((attempt) => ({ ...attempt, target: maskTarget(attempt.target) })),
  };
}

/** Returns a value of a request's head, or of an attempt: `path`, `headers/3`, `attempts/0`. */
export function revealHeadPart(archive: Archive, { captured }: CaptureEntry, part: string): string {
  const [what, place] = part.split('/');
  const index = Number(place);
  let text: string | undefined;
  if (part === 'path') text = captured.path;
  else if (what === 'headers') text = captured.headers[index]?.[1];
  else if (what === 'attempts') text = archive.attemptsOf(captured.id)[index]?.target;
  if (text === undefined) throw new UiError(404, 'There is nothing here.');
  return text;
}

/** @see Specification, "Signed image URL" */
function expiryOf(createdAt: string | undefined): string | null {
  try {
    return new Date(imageExpirySeconds({ created_at: createdAt ?? '' }) * 1_000).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
