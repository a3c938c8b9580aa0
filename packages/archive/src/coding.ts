export { decodeContent } from './lib/body-scan/open-content.ts';
export { contentCodings, findCoding, MAX_CODINGS, type ContentCoding } from './lib/content-coding.ts';
export { pack, packWhole, unpack, UnpackError } from './lib/packed-body.ts';
export { countPartBytes } from './lib/part-garbage.ts';
