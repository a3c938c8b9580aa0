export { arrayAt, at, isObject, numberAt, objectAt, stringAt, type JsonObject } from './lib/at.ts';
export { readAt, removeAt, replaceAt } from './lib/dotted-path.ts';
export { EACH, edited, type EditPath } from './lib/edited.ts';
export { withoutPrototypeKeys, type WithoutPrototypeKeys } from './lib/prototype-keys.ts';
export { formatPointer, isAt, parsePointer } from './lib/json-pointer.ts';
export {
  DEFAULT_MAX_BYTES,
  parseJson,
  type JsonFault,
  type JsonFaultCode,
  type JsonLimits,
  type ParsedJson,
} from './lib/parse-json.ts';
export {
  JsonScanner,
  type JsonPath,
  type PathKey,
  type ScanHandler,
  type ScanLimits,
  type ValueKind,
} from './lib/scan/json-scanner.ts';
export { JsonTextError, type JsonTextProblem } from './lib/scan/json-text-error.ts';
export { CUT, ElementError, ElementScanner, type ElementOptions, type ScannedElement } from './lib/element-scanner.ts';
export { ValueReader, type ReadValue, type ValueListener } from './lib/value-reader.ts';
export { ValueFinder, type FoundValue } from './lib/find/value-finder.ts';
export type { Choice, Editor, Place, Replacement } from './lib/splice/editor.ts';
export { growthOf, replaceSpans, replaceSpansIn, type SpanEdit } from './lib/splice/replace-spans.ts';
export { splice } from './lib/splice/splice.ts';
export { Splicer, type SpliceLimits } from './lib/splice/splicer.ts';
