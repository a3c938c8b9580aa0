import { defineBreaches, type Breach } from './breach.ts';
import { text } from './change.ts';

const PATHS = [
  'extra.ekyc.identity_document.url',
  'extra.ekyc.identity_document.face_image_url',
  'extra.ekyc.identity_document.attempts.0.url',
  'extra.ekyc.liveness.url',
  'extra.ekyc.liveness.attempts.0.images.0.url',
] as const;

/** Returns breaches that change one of the image URLs in one of some ways. */
function inImages(...changes: readonly ((url: string) => string)[]): readonly Breach[] {
  return PATHS.flatMap((path) => changes.map((change) => ({ path, change: text(change) })));
}

/** Moves the expiry of an image URL. */
function expiring(laterSeconds: number): (url: string) => string {
  return (url) => url.replace(/(?<=[?&]exp=)\d+/, (exp) => String(Number(exp) + laterSeconds));
}

/** Breaches of the rules about signed image URLs. */
export const signedImageBreaches = defineBreaches({
  // No body shows that the host is another one.
  'image.url.absolute-on-service-host': inImages((url) => url.replace(/^https?:\/\/[^/]+/, '')),
  'image.url.path': inImages(
    (url) => url.replace(/ekyc\/[^/]+/, 'ekyc/someoneelse'),
    (url) => url.replace('/result/image/', '/result/images/'),
    (url) => url.replace('/image/?', '/image?'),
  ),
  'image.url.query': inImages(
    (url) => url.replace(/(?<=[?&])q=/, 'x='),
    (url) => url.replace(/(?<=[?&]q=)[^&]*/, ''),
    (url) => url.replace(/(?<=[?&])exp=/, 'x='),
    (url) => url.replace(/(?<=[?&]exp=)\d+/, 'soon'),
  ),
  'image.exp.15-minutes-after-event': inImages(expiring(61), expiring(-3)),
});
