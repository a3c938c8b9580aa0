export { parseJson, type JsonFault, type JsonFaultCode, type JsonLimits, type ParsedJson } from '@idvkit/json';
