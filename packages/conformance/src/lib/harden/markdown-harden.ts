import type { HardenReport } from '@idvkit/schema/formats';

import { inlineCode, inlineText } from '../report/markdown/inline.ts';
import { ruleAddress } from '../report/rule-address.ts';
import { headlineOf } from './harden-summary.ts';
import { breakersOf, survivorsOf, type ShownChange } from './survivor.ts';
import { incompleteText, skippedText } from './terminal-harden.ts';

/** Writes a report as Markdown. */
export function markdownHarden(report: HardenReport): string {
  const parts = [
    `## ${inlineText(headlineOf(report))}`,
    `${inlineCode(report.command.join(' '))}. ${inlineText(skippedText(report))}`,
    ...(report.complete ? [] : [inlineText(incompleteText(report))]),
    ...listOf('Valid variations that broke your code', breakersOf(report)),
    ...listOf('Faults that your tests did not notice', survivorsOf(report)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function listOf(heading: string, changes: readonly ShownChange[]): readonly string[] {
  return changes.length === 0 ? [] : [`### ${heading}`, changes.map(itemOf).join('\n')];
}

function itemOf({ id, title, rule, seen, sentence, advice }: ShownChange): string {
  const name = rule === undefined ? inlineCode(id) : `[${inlineCode(id)}](${ruleAddress(rule)})`;
  const facts = [inlineText(seen), ...(sentence === undefined ? [] : [inlineText(sentence)]), inlineText(advice)];
  return `- ${name}: the service ${inlineText(title)}\n${facts.map((fact) => `  - ${fact}`).join('\n')}`;
}
