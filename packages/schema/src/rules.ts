export { RULES_BEYOND_JSON_SCHEMA } from './lib/rules/beyond-json-schema.ts';
export * from './lib/rules/catalogue.ts';
export { SECTIONS } from './lib/rules/rule-entry.ts';
export type { RuleEntry, SectionId } from './lib/rules/rule-entry.ts';
