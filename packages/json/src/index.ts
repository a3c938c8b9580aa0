export { arrayAt, at, isObject, numberAt, objectAt, stringAt, type JsonObject } from './lib/at.ts';
export { readAt, removeAt, replaceAt } from './lib/dotted-path.ts';
export { EACH, edited, type EditPath } from './lib/edited.ts';
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
