import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';

import { shownValue } from '../finding-text.ts';
import type { ObservedAs } from '../observed-as.ts';
import { findingKinds } from '../report-facts.ts';
import { ruleAddress } from '../rule-address.ts';
import { clipped } from '../texts.ts';
import { inlineCode, inlineText } from './inline.ts';

const MAX_KINDS = 3;
const MAX_VALUE_LENGTH = 200;

export function failedRule(rule: RuleReport, observedAs: ObservedAs): string {
  const { id, section, level, title, findings, moreFindings = 0, baseline, reason } = rule;
  const shown = findingKinds(rule)
    .slice(0, MAX_KINDS)
    .map((kind) => findingLines(kind, observedAs));
  const all = findings.length + moreFindings;
  return [
    `**[${inlineText(id)}](${ruleAddress(id)})** · ${inlineText(section)} · ${level}\\`,
    // The catalogue's own titles have code in backquotes.
    title,
    '',
    ...shown,
    ...(all > shown.length ? [`- ${all} findings in all`] : []),
    ...(baseline === 'expired' && reason !== undefined
      ? [`- ${inlineText(clipped(reason, 2 * MAX_VALUE_LENGTH))}`]
      : []),
  ].join('\n');
}

function findingLines(
  [first, ...same]: readonly [ReportedFinding, ...ReportedFinding[]],
  observedAs: ObservedAs,
): string {
  const { message, path, expected, actual, observation, times } = first;
  const values = [
    ...(path === undefined ? [] : [`at ${code(path === '' ? '/' : path)}`]),
    ...(expected === undefined ? [] : [`expected ${code(shownValue(expected))}`]),
    ...(actual === undefined ? [] : [`actual ${code(shownValue(actual))}`]),
    ...(times === undefined ? [] : [inlineText(times)]),
  ].join(', ');
  const others = [...new Set(same.map(({ observation }) => observation))];
  const also =
    others.length === 0 ? '' : `, the same in ${others.slice(0, 5).join(', ')}${others.length > 5 ? ' …' : ''}`;
  const seen = `${observation} ${code(observedAs(observation))}${also}`;
  const start = `- ${inlineText(clipped(message, 2 * MAX_VALUE_LENGTH))}${values === '' ? '' : ` (${values})`}`;
  return `${start}\\\n  ${seen}`;
}

function code(text: string): string {
  return inlineCode(clipped(text, MAX_VALUE_LENGTH));
}
