export { arbitraries } from './lib/generators/arbitraries.ts';
export { generateSubmission } from './lib/generators/generate-submission.ts';
export { BREAKABLE_RULE_IDS, nearValid } from './lib/generators/near-valid.ts';
export type { BreakableRuleId, NearValid } from './lib/generators/near-valid.ts';
export type { SubmissionOptions } from './lib/generators/submission.ts';
