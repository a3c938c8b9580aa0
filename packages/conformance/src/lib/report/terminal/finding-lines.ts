import { lengthOf, wrapped } from '@idvkit/cli-kit';
import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';

import { type ObservedAs, shownValue } from '../finding-text.ts';
import { findingKinds, marksOf, orderedFindings, timesText } from '../report-facts.ts';
import { sectionTitle } from '../sections.ts';
import { clipped } from '../texts.ts';
import { type Page, widthOf } from './page.ts';
import { symbolOf } from './section-table.ts';

const MAX_KINDS = 3;
const MAX_IDS = 12;

export function failedRule(rule: RuleReport, page: Page, observedAs: ObservedAs): readonly string[] {
  const { paint, verbose } = page;
  const { id, section, title, verdict, reason, baseline, again } = rule;
  const indented = (text: string): readonly string[] => wrapped(text, widthOf(page) - 2).map((line) => `  ${line}`);
  const name = `${symbolOf(verdict, page)} ${paint('bold', id)}`;
  const origin = paint('dim', [sectionTitle(section), ...marksOf(rule)].join(' · '));
  const isOneLine = lengthOf(name) + lengthOf(origin) + 2 <= widthOf(page);
  const lines = [...(isOneLine ? [`${name}  ${origin}`] : [name, `  ${origin}`]), ...indented(title)];
  if (baseline === 'expired' && reason !== undefined)
    lines.push(...indented(reason).map((line) => paint('yellow', line)));

  const kinds = verbose
    ? orderedFindings(rule).map((finding): readonly [ReportedFinding] => [finding])
    : findingKinds(rule);
  for (const kind of kinds.slice(0, verbose ? kinds.length : MAX_KINDS)) {
    lines.push('', ...kindLines(kind, page, observedAs));
  }
  const times = timesText(rule, verbose ? { kinds: Infinity, ids: Infinity } : { kinds: MAX_KINDS, ids: MAX_IDS });
  if (times !== undefined) lines.push('', paint('dim', `    ${times}${verbose ? '' : '; --verbose shows more'}`));
  if (again !== undefined) lines.push('', paint('dim', `    again: ${again}`));
  return lines;
}

function kindLines(
  kind: readonly [ReportedFinding, ...ReportedFinding[]],
  page: Page,
  observedAs: ObservedAs,
): readonly string[] {
  const { paint, verbose } = page;
  const [first] = kind;
  const gutter = paint('dim', '│');
  const seen = (id: string): readonly string[] =>
    wrapped(`${paint('cyan', id)} ${observedAs(id)}`, widthOf(page) - 4, '  ').map((line) => `    ${line}`);
  const lines = [
    ...wrapped(`→ ${first.message}`, widthOf(page) - 4, '  ').map((line) => `  ${line}`),
    ...seen(first.observation),
    ...pointed(first, page).map((line) => `    ${gutter} ${line}`.trimEnd()),
  ];
  if (first.times !== undefined) {
    lines.push(...wrapped(first.times, widthOf(page) - 4).map((line) => `    ${line}`));
  }
  if (first.also !== undefined) {
    for (const id of verbose ? first.also : first.also.slice(0, MAX_KINDS)) {
      lines.push(...seen(id));
    }
  }
  if (first.curl !== undefined) lines.push(`    ${paint('dim', first.curl)}`);
  const ids = idsOf(kind).slice(1);
  if (ids.length > 0) {
    const text = `the same in ${ids.slice(0, MAX_IDS).join(', ')}`;
    lines.push(...wrapped(text, widthOf(page) - 4).map((line) => paint('dim', `    ${line}`)));
  }
  return lines;
}

function idsOf(kind: readonly ReportedFinding[]): readonly string[] {
  return [...new Set(kind.map(({ observation }) => observation))];
}

/** Shows the wrong value, with carets under it and the expected value next to them. */
function pointed({ path, actual, expected }: ReportedFinding, page: Page): readonly string[] {
  if (actual === undefined && expected === undefined) return path === undefined ? [] : [page.paint('dim', path)];
  const place = path === undefined || path === '' ? '' : `${path}: `;
  const value = actual === undefined ? 'nothing there' : valueText(actual, path !== undefined);
  const space = Math.max(16, widthOf(page) - 6 - place.length);
  const shown = clipped(value, space);
  const carets = page.paint('red', '^'.repeat(Math.max(1, shown.length)));
  const margin = ' '.repeat(place.length);
  const lines = ['', `${page.paint('dim', place)}${shown}`];
  if (expected === undefined) return [...lines, `${margin}${carets}`, ''];
  const wish = `expected ${shownValue(expected)}`;
  const beside = place.length + shown.length + 1;
  if (beside + wish.length <= widthOf(page) - 6) lines.push(`${margin}${carets} ${wish}`);
  else {
    // A long text goes below the carets.
    const hanging = Math.min(place.length, 8);
    lines.push(`${margin}${carets}`);
    lines.push(...wrapped(wish, widthOf(page) - 6 - hanging).map((line) => ' '.repeat(hanging) + line));
  }
  return [...lines, ''];
}

function valueText(value: unknown, quotes: boolean): string {
  return quotes ? JSON.stringify(value) : shownValue(value);
}
