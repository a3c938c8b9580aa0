import { createHmac, timingSafeEqual } from 'node:crypto';

/** One grey pixel. */
export const PIXEL: Buffer = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

const KEY = 'not a secret outside of this test';
const LIFETIME_SECONDS = 15 * 60;

function seal(slug: string, exp: string, image: string): string {
  return createHmac('sha256', KEY).update(`${slug} ${exp} ${image}`).digest('base64url');
}

/** The address of an image, good for a quarter of an hour from `atMs` on. */
export function imageUrl(origin: string, slug: string, image: string, atMs: number): string {
  const exp = String(Math.floor(atMs / 1000) + LIFETIME_SECONDS);
  const q = `${seal(slug, exp, image)}~${image}`;
  return `${origin}/api/ekyc/${slug}/result/image/?exp=${exp}&q=${q}`;
}

/** Whether an image may be shown under this query now. */
export function imageIsGranted(slug: string, query: URLSearchParams, nowMs: number): boolean {
  const exp = query.get('exp') ?? '';
  const [signature = '', image = ''] = (query.get('q') ?? '').split('~');
  const expected = Buffer.from(seal(slug, exp, image));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && nowMs < Number(exp) * 1000;
}
