export type { Choice, Editor, Place, Replacement } from './lib/splice/editor.ts';
export { growthOf, replaceSpans, replaceSpansIn, type SpanEdit } from './lib/splice/replace-spans.ts';
export { splice } from './lib/splice/splice.ts';
export { Splicer, type SpliceLimits } from './lib/splice/splicer.ts';
