import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { counted, heading, widthOf, wrapped, type Page } from './page.ts';
import { columnsOf } from './section-table.ts';

/** Lists the rules that were not exercised by what would let them be: supply that, and so many more are judged. */
export function idleRules(report: ConformanceReport, page: Page): readonly string[] {
  const { paint } = page;
  const idle = report.rules.filter(({ verdict }) => verdict === 'not-exercised');
  if (idle.length === 0) return [];
  const lines = [heading(page, 'Not exercised', counted(idle.length, 'rule'))];
  const byNeed = [...Map.groupBy(idle, ({ reason = '' }) => reason)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  for (const [need, rules] of byNeed) {
    const [first = '', ...others] = wrapped(need, widthOf(page) - 2);
    lines.push('', `${paint('yellow', '○')} ${first}`, ...others.map((line) => `  ${line}`));
    lines.push(...columnsOf(rules.map(label), widthOf(page) - 4).map((line) => paint('dim', `    ${line}`)));
  }
  return lines;
}

/** Lists the scenarios that lacked something: what the person who runs this can supply. */
export function skippedScenarios({ skipped }: ConformanceReport, page: Page): readonly string[] {
  if (skipped.length === 0) return [];
  const { paint } = page;
  const byLack = [...Map.groupBy(skipped, ({ lacked }) => lacked)];
  const lines = [heading(page, 'Could not be arranged', counted(skipped.length, 'scenario'))];
  for (const [lacked, scenarios] of byLack) {
    const names = scenarios.map(({ scenario }) => scenario).join(', ');
    const [first = '', ...others] = wrapped(lacked, widthOf(page) - 2);
    lines.push('', `${paint('yellow', '○')} ${first}`, ...others.map((line) => `  ${line}`));
    lines.push(...wrapped(names, widthOf(page) - 4).map((line) => paint('dim', `    ${line}`)));
  }
  return lines;
}

function label({ id, baseline }: RuleReport): string {
  return baseline === undefined ? id : `${id} (in the baseline)`;
}
