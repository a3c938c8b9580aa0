export * from './lib/rules/catalogue.ts';
export type { RuleEntry, SectionId } from './lib/rules/rule-entry.ts';
