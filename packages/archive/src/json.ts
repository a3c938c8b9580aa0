export {
  JsonScanner,
  type JsonPath,
  type ScanHandler,
  type ScanLimits,
  type ValueKind,
} from './lib/json/json-scanner.ts';
export { JsonTextError, type JsonTextProblem } from './lib/json/json-text-error.ts';
