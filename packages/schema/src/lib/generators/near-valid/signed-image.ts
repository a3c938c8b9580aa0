import { inSubmission } from './bodies.ts';
import { defineBreaches, type Breach } from './breach.ts';
import { valueAt, withValue, type Path } from './edit.ts';

const PLACES: readonly [Path, ...Path[]] = [
  ['extra', 'ekyc', 'liveness', 'url'],
  ['extra', 'ekyc', 'liveness', 'attempts', 0, 'images', 0, 'url'],
  ['extra', 'ekyc', 'identity_document', 'url'],
  ['extra', 'ekyc', 'identity_document', 'face_image_url'],
  ['extra', 'ekyc', 'identity_document', 'attempts', 0, 'url'],
];

/** A submission in which one of the image URLs is spoilt in one of these ways. */
function spoiling(...ways: readonly ((url: URL) => string)[]): Breach {
  return inSubmission((body) => {
    const spoilt = PLACES.flatMap((place) =>
      ways.map((spoil) => withValue(body, place, spoil(new URL(String(valueAt(body, place)))))),
    );
    return spoilt as [unknown, ...unknown[]]; // There are places and ways.
  });
}

/** Sets or removes a query parameter. */
function query(url: URL, name: string, value?: string): string {
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

/** Breaches of the rules about signed image URLs. */
export const signedImageBreaches = defineBreaches({
  // That the host is another one no body can tell.
  'image.url.absolute-on-service-host': spoiling((url) => `${url.pathname}${url.search}`),
  'image.url.path': spoiling(
    (url) => url.href.replace(/ekyc\/[^/]+/, 'ekyc/someoneelse'),
    (url) => url.href.replace('/result/image/', '/result/images/'),
    (url) => url.href.replace('/image/?', '/image?'),
  ),
  'image.url.query': spoiling(
    (url) => query(url, 'q'),
    (url) => query(url, 'q', ''),
    (url) => query(url, 'exp'),
    (url) => query(url, 'exp', 'soon'),
  ),
  'image.exp.15-minutes-after-event': spoiling(
    (url) => query(url, 'exp', String(Number(url.searchParams.get('exp')) + 60)),
    (url) => query(url, 'exp', String(Number(url.searchParams.get('exp')) - 3)),
  ),
});
