export {
  contentCodings,
  decodeContent,
  knownCodings,
  pack,
  packWhole,
  unpack,
  UnpackError,
  type ContentCoding,
} from './lib/content-coding.ts';
