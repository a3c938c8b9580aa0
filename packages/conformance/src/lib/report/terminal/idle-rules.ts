import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { suppliesOf, type Supply } from '../supplies.ts';
import { counted } from '../texts.ts';
import { heading, widthOf, wrapped, type Page } from './page.ts';

/** Families with so many rules are named as one. */
const MIN_FAMILY = 4;

export function idleRules(report: ConformanceReport, page: Page): readonly string[] {
  const supplies = suppliesOf(report);
  if (supplies.length === 0) return [];
  const idle = supplies.reduce((sum, { rules }) => sum + rules.length, 0);
  return [
    heading(page, 'Not tested', `${counted(idle, 'rule')}, by what is missing`),
    ...supplies.flatMap((supply) => ['', ...supplyLines(supply, page)]),
  ];
}

function supplyLines({ wanted, rules }: Supply, page: Page): readonly string[] {
  const { paint } = page;
  const width = widthOf(page);
  const sentences = wanted.flatMap((sentence, index) =>
    wrapped(sentence, width - 2).map(
      (line, part) => `${index === 0 && part === 0 ? paint('yellow', '○') : ' '} ${line}`,
    ),
  );
  const names = page.verbose ? rules.map(label) : familiesOf(rules);
  const text = `${counted(rules.length, 'rule')}: ${names.join(', ')}`;
  return [
    ...sentences,
    ...wrapped(text, width - 4).map((line) => paint('dim', `    ${line.replaceAll('\u00A0', ' ')}`)),
  ];
}

/** Names rules, but large families only by their name: `12 aml.*`. */
function familiesOf(rules: readonly RuleReport[]): readonly string[] {
  const families = Map.groupBy(rules, ({ id }) => id.split('.', 1)[0] ?? id);
  return [...families].flatMap(([family, own]) =>
    own.length >= MIN_FAMILY ? [`${own.length}\u00A0${family}.*`] : own.map(label),
  );
}

function label({ id, baseline }: RuleReport): string {
  return baseline === undefined ? id : `${id} (in the baseline)`;
}
