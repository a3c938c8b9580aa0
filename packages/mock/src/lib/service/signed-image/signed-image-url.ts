import { createHmac, timingSafeEqual } from 'node:crypto';

import { SIGNED_IMAGE_LIFETIME_SECONDS } from '@idvkit/schema';

import type { Behaviour, ImageUrlSubject, ImageSubject } from '../../behaviour/hooks/behaviour.ts';

/**
 * Signs the URL of an image: `q` has its name, a salt, and a signature over both, the slug and `exp`.
 * @see Specification, "Signed image URL"
 */
export function signImageUrl(options: {
  readonly subject: ImageUrlSubject;
  readonly origin: string;
  readonly salt: string;
  readonly signingKey: string;
  readonly behaviour: Behaviour;
}): string {
  const { subject, salt, signingKey, behaviour } = options;
  const { application, image } = subject;
  const lifetime = behaviour.imageLifetimeSeconds(SIGNED_IMAGE_LIFETIME_SECONDS, subject);
  const expSeconds = Math.floor(subject.at / 1000) + lifetime;
  const signature = signatureOf({ slug: application.slug, image, salt, expSeconds, signingKey }, behaviour);
  const q = `${Buffer.from(`${toImageName(image)}.${salt}`).toString('base64url')}.${signature}`;
  const path = `/api/ekyc/${application.slug}/result/image/`;
  return behaviour.imageUrl(`${options.origin}${path}?q=${q}&exp=${expSeconds}`, subject);
}

/** Result of reading a signed image URL. */
export type ReadImageUrl =
  | { readonly kind: 'signed'; readonly image: ImageSubject; readonly expSeconds: number }
  | { readonly kind: 'unsigned' };

/** Reads `q` and `exp` of a URL and checks the signature; whether `exp` has passed is for the caller to compare. */
export function readImageUrl(options: {
  readonly url: URL;
  readonly slug: string;
  readonly signingKey: string;
  readonly behaviour: Behaviour;
}): ReadImageUrl {
  const { url, slug, signingKey, behaviour } = options;
  const [encoded = '', signature = ''] = (url.searchParams.get('q') ?? '').split('.');
  const exp = url.searchParams.get('exp') ?? '';
  const named = Buffer.from(encoded, 'base64url').toString();
  const salt = named.slice(named.lastIndexOf('.') + 1);
  const image = parseImageName(named.slice(0, -salt.length - 1));
  if (!image || !/^\d{1,12}$/.test(exp)) return { kind: 'unsigned' };
  const expSeconds = Number(exp);
  const expected = Buffer.from(signatureOf({ slug, image, salt, expSeconds, signingKey }, behaviour));
  const given = Buffer.from(signature);
  const same = expected.length === given.length && timingSafeEqual(expected, given);
  return same ? { kind: 'signed', image, expSeconds } : { kind: 'unsigned' };
}

function signatureOf(
  subject: {
    readonly slug: string;
    readonly image: ImageSubject;
    readonly salt: string;
    readonly expSeconds: number;
    readonly signingKey: string;
  },
  behaviour: Behaviour,
): string {
  const signed = [subject.slug, toImageName(subject.image), subject.salt, subject.expSeconds].join('\n');
  const signature = createHmac('sha256', subject.signingKey)
    .update(signed)
    .digest()
    .subarray(0, 18)
    .toString('base64url');
  return behaviour.imageSignature(signature, subject);
}

const NAME = /^(document|portrait|liveness)\.(\d{1,3})\.(\d{1,3})$/;

/** Writes down which image is meant, for use in a URL. */
export function toImageName({ kind, attempt, frame }: ImageSubject): string {
  return `${kind}.${attempt}.${frame}`;
}

/** Reads what {@link toImageName} wrote; undefined for any other text. */
export function parseImageName(text: string): ImageSubject | undefined {
  const [, kind, attempt, frame] = NAME.exec(text) ?? [];
  if (kind !== 'document' && kind !== 'portrait' && kind !== 'liveness') return undefined;
  return { kind, attempt: Number(attempt), frame: Number(frame) };
}
