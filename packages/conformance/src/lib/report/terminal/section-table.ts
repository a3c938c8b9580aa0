import { wrapped, counted, countText } from '@idvkit/cli-kit';
import type { RuleReport } from '@idvkit/schema/formats';

import { countsOf, VERDICTS } from '../report-facts.ts';
import type { Section, SectionOutcome } from '../sections.ts';
import { widthOf, type Page } from './page.ts';

const STYLES = {
  passed: 'green',
  partly: 'green',
  failed: 'red',
  warned: 'yellow',
  'not-exercised': 'dim',
} as const;
const COLUMNS = [...Object.values(VERDICTS).map(({ label }) => label), 'checks'];
/** Below this width the columns become a phrase. */
const TABLE_WIDTH = 78;

export function symbolOf(outcome: SectionOutcome, { paint }: Page): string {
  return paint(STYLES[outcome], outcome === 'partly' ? '◐' : VERDICTS[outcome].sign);
}

export function sectionTable(sections: readonly Section[], page: Page): readonly string[] {
  const longest = Math.max(...sections.map(({ title }) => title.length), 'Section'.length);
  const isTable = page.columns >= TABLE_WIDTH;
  const lines = isTable ? [tableHead(longest, page)] : [];
  for (const section of sections) {
    const symbol = symbolOf(section.outcome, page);
    if (isTable) lines.push(`${symbol} ${section.title.padEnd(longest)}${tableCounts(section, page)}`);
    else lines.push(...wrapped(`${symbol} ${section.title}: ${phrase(section)}`, widthOf(page), '    '));
    lines.push(...section.rules.flatMap((rule) => ruleLines(rule, page)), '');
  }
  return lines;
}

function tableHead(longest: number, { paint }: Page): string {
  return paint('dim', `  ${'Section'.padEnd(longest)}${COLUMNS.map((column) => `  ${column}`).join('')}`);
}

function tableCounts(section: Section, { paint }: Page): string {
  const cells = [
    ...countsOf(section).map(([verdict, count]) => [STYLES[verdict], count] as const),
    ['dim', section.observations] as const,
  ];
  return cells
    .map(([style, count], index) => {
      const width = (COLUMNS[index] ?? '').length + 2;
      return paint(count === 0 ? 'dim' : style, (count === 0 ? '·' : countText(count)).padStart(width));
    })
    .join('');
}

function phrase(section: Section): string {
  const counts = countsOf(section).filter(([, count]) => count > 0);
  const parts = counts.map(([verdict, count]) => `${count} ${VERDICTS[verdict].label}`);
  return `${parts.join(', ')} (${counted(section.observations, 'check')})`;
}

function ruleLines(rule: RuleReport, page: Page): readonly string[] {
  const { paint } = page;
  const shown = rule.verdict === 'not-exercised' ? '' : paint('dim', `  ${counted(rule.observations, 'check')}`);
  const lines = [`    ${symbolOf(rule.verdict, page)} ${rule.id}${shown}`];
  if (rule.reason !== undefined) {
    lines.push(...wrapped(rule.reason, widthOf(page) - 6).map((line) => `      ${paint('dim', line)}`));
  }
  return lines;
}
