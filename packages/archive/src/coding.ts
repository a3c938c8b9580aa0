export {
  contentCodings,
  decodeContent,
  findCoding,
  MAX_CODINGS,
  pack,
  packWhole,
  unpack,
  UnpackError,
  type ContentCoding,
} from './lib/content-coding.ts';
export { countPartBytes } from './lib/part-garbage.ts';
