export { resultsOf, type BodyContext, type Check } from './lib/check/check.ts';
export { JsonNode, type Defect, type CheckResult } from './lib/check/json-node.ts';
export { readDateTime, type DateTime } from './lib/conventions/date-time.ts';
export { imagesOf, readImageUrl, type ImageUrl } from './lib/ekyc/image-url.ts';
export * from './lib/rules/catalogue.ts';
export { checkPayload, type RuleIssue } from './lib/rules/check-payload.ts';
export { COVERAGE_LEVELS, SECTIONS, SUPPLIES } from './lib/rules/rule-entry.ts';
export type { BodyCheck, CoverageLevel, RuleEntry, SectionId, Supply } from './lib/rules/rule-entry.ts';
export * from './lib/specification/sentences.ts';
