export {
  parseJson,
  type JsonFault,
  type JsonFaultCode,
  type JsonLimits,
  type ParsedJson,
} from './lib/json/parse-json.ts';
