export { matchers } from './lib/matchers/extend-vitest.ts';
export { toConform, type Judged, type RuleChoice, type ToConformOptions } from './lib/matchers/to-conform.ts';
