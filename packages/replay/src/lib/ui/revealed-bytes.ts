import { addAbortSignal } from 'node:stream';

import type { Archive, CaptureEntry } from '@idvkit/archive';
import { contentCodings } from '@idvkit/archive/coding';
import type { Captured } from '@idvkit/schema/formats';

import { UiError } from './ui-error.ts';

export interface RevealedPart {
  readonly bytes: Buffer;
  readonly start: number;
}

/** Most bytes that one answer carries: a body never loads whole. */
export const MAX_BYTES = 65_536;

/** Largest image that is shown. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;
const SHOWN_IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/avif']);

/** Reads `Range: bytes=FIRST-LAST`. @throws {UiError} 416 if there is none, or it is longer than {@link MAX_BYTES}. */
export function parseRange(header: string | undefined): { readonly start: number; readonly end: number } {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? '') ?? [];
  const [start, end] = [Number(first), Number(last) + 1];
  if (!(end > start) || end - start > MAX_BYTES) {
    throw new UiError(416, `Ask for one range of at most ${MAX_BYTES} bytes.`);
  }
  return { start, end };
}

/** Reads a part of the very bytes that came. */
export async function readBodyPart(
  archive: Archive,
  captured: Captured,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<RevealedPart> {
  if (start >= captured.body.bytes) {
    throw new UiError(416, `The body has ${captured.body.bytes} bytes.`);
  }
  const parts: Uint8Array[] = [];
  const body = archive.openBody(captured, { start, end: Math.min(end, captured.body.bytes) });
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part); // No encoding is set: the chunks are bytes.
  return { bytes: Buffer.concat(parts), start };
}

/** Reads a part of what the body says: its content, where it travelled compressed. */
export async function readContentPart(
  archive: Archive,
  captured: Captured,
  { start, end, signal }: { readonly start: number; readonly end: number; readonly signal: AbortSignal },
): Promise<RevealedPart> {
  if (contentCodings(captured).length === 0) return readBodyPart(archive, captured, { start, end });
  const parts: Uint8Array[] = [];
  let at = 0;
  for await (const part of addAbortSignal(signal, archive.openContent(captured)) as AsyncIterable<Uint8Array>) {
    if (at + part.length > start) parts.push(part.subarray(Math.max(0, start - at), end - at));
    at += part.length;
    if (at >= end) break;
  }
  if (at <= start) throw new UiError(416, `The content has ${at} bytes.`);
  return { bytes: Buffer.concat(parts), start };
}

/** Reads the image at an index among those of a capture. @throws {UiError} 404 if it was not kept, 415 if no page may show it. */
export async function readKeptImage(
  archive: Archive,
  { captured }: CaptureEntry,
  index: number,
): Promise<{ readonly bytes: Buffer; readonly contentType: string }> {
  const image = archive.imagesOf(captured.id)[index];
  if (image === undefined || 'failure' in image.outcome) throw new UiError(404, 'That image was not kept.');
  const { outcome } = image;
  const contentType = outcome.contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!SHOWN_IMAGES.has(contentType) || outcome.bytes > MAX_IMAGE_BYTES) {
    throw new UiError(415, 'That image is of a kind or size that is not shown.');
  }
  const parts: Uint8Array[] = [];
  for await (const part of archive.openImage(image) as AsyncIterable<Uint8Array>) parts.push(part);
  return { bytes: Buffer.concat(parts), contentType };
}
