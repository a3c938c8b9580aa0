import type { ConformanceReport } from '@idvkit/schema/formats';

import { counted } from './terminal/page.ts';

/** Says how many calls failed without saying anything about the rules: `14 of 296 calls failed and were repeated`. */
export function flakyTexts({ flaky }: Pick<ConformanceReport, 'flaky'>): readonly string[] {
  if (flaky === undefined) return [];
  const { calls, repeated, unanswered } = flaky;
  const of = `of ${counted(calls, 'call')}`;
  return [
    ...(repeated > 0 ? [`${repeated} ${of} failed and were repeated`] : []),
    ...(unanswered > 0 ? [`${unanswered} ${of} got no whole answer`] : []),
  ];
}
