import { lengthOf, wrapped, counted } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { createObservedAs, type ObservedAs } from '../finding-text.ts';
import {
  brokenRules,
  type Fact,
  keyFacts,
  notesOf,
  runFacts,
  targetFacts,
  tellingDiagnosis,
  UNEXPECTED_PASS,
} from '../report-facts.ts';
import { alsoBreaksText, groupedByDefect } from '../same-defect.ts';
import { sectionsOf } from '../sections.ts';
import { shellWord } from '../shell-word.ts';
import { blockedOf, suppliesOf, type Missing, unlockOf, untestedText } from '../supplies.ts';
import { levelsText, verdictOf } from '../verdict.ts';
import { failedRule } from './finding-lines.ts';
import { heading, type Page, widthOf } from './page.ts';
import { sectionTable } from './section-table.ts';

/**
 * Writes a report for people, readable without colours and from 40 characters of width: what failed, the verdict, and in a few lines what
 * was checked. `--verbose` adds every rule, what was discovered, and what each untested rule needs.
 */
export function terminalReport(report: ConformanceReport, page: Page): string {
  const observedAs = createObservedAs(report);
  const isDetailed = page.verbose && !page.quiet;
  const parts: (readonly string[])[] = [
    page.quiet ? [] : head(report, page),
    isDetailed && isChecked(report) ? sectionTable(sectionsOf(report), page) : [],
    isDetailed ? discoveries(report, page) : [],
    page.quiet ? [] : advice(report, page),
    // A run that ended early needs other things first.
    isDetailed && report.complete ? idleRules(report, page) : [],
    ...(['failed', 'warned'] as const).map((verdict) => broken(report, { verdict, page, observedAs })),
    randomSequences(report, page),
    diagnosis(report, page),
    baselineLines(report, page),
    closing(report, page),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`;
}

function isChecked({ summary: { passed, failed, warned } }: ConformanceReport): boolean {
  return passed + failed + warned > 0;
}

function head(report: ConformanceReport, page: Page): readonly string[] {
  const { tool, target } = report;
  const name = `${page.paint('bold', tool.name)} ${tool.version}`;
  return [
    ...joined([name, ...(target.baseUrl === '' ? [] : [target.baseUrl])], page),
    ...factLines(targetFacts(report), page),
  ];
}

function factLines(facts: readonly Fact[], page: Page, margin = ''): readonly string[] {
  const parts = facts.map(([name, value]) => `${page.paint('dim', `${name}:`)} ${value}`);
  return joined(parts, page, margin);
}

function broken(
  report: ConformanceReport,
  { verdict, page, observedAs }: { verdict: 'failed' | 'warned'; page: Page; observedAs: ObservedAs },
): readonly string[] {
  const rules = brokenRules(report, verdict);
  if (rules.length === 0) return [];
  return [
    heading(page, verdict === 'failed' ? 'Failed' : 'Warnings', counted(rules.length, 'rule')),
    ...groupedByDefect(rules).flatMap(({ rule, alsoBreaks }) => {
      const also = alsoBreaksText(alsoBreaks);
      const below = also === undefined ? [] : ['', ...wrapped(also, widthOf(page) - 4).map((line) => `    ${line}`)];
      return ['', ...failedRule(rule, page, observedAs), ...below];
    }),
  ];
}

function baselineLines({ rules }: ConformanceReport, page: Page): readonly string[] {
  const surprising = rules.filter(({ baseline }) => baseline === 'unexpected-pass');
  const known = rules.filter(({ baseline }) => baseline === 'known');
  const passes = listed(surprising, page, {
    title: 'Unexpected pass',
    sign: page.paint('red', '✗'),
    note: UNEXPECTED_PASS,
  });
  const failures = listed(known, page, { title: 'Known to fail', sign: '~' });
  return passes.length === 0 || failures.length === 0 ? [...passes, ...failures] : [...passes, '', ...failures];
}

/** Faults of a diagnosis that are shown without --verbose. */
const MAX_FAULTS = 3;

function diagnosis(report: ConformanceReport, page: Page): readonly string[] {
  const telling = tellingDiagnosis(report);
  if (telling.length === 0) return [];
  const shown = telling.slice(0, page.verbose ? telling.length : MAX_FAULTS);
  const lines = shown.flatMap(({ fault, title, explains, match, alternatives }, index) => [
    ...wrapped(`${index + 1}. The service ${title}`, widthOf(page), '   '),
    ...wrapped(`${fault}, match ${Math.round(match * 100)} %, explains ${explains.join(', ')}`, widthOf(page) - 4).map(
      (line) => page.paint('dim', `    ${line}`),
    ),
    ...(alternatives.length === 0 ? [] : [page.paint('dim', `    as likely: ${alternatives.join(', ')}`)]),
  ]);
  return [heading(page, 'Diagnosis', 'faults that would explain this'), '', ...lines];
}

function listed(
  rules: readonly RuleReport[],
  page: Page,
  { title, sign, note }: { readonly title: string; readonly sign: string; readonly note?: string },
): readonly string[] {
  if (rules.length === 0) return [];
  const lines = rules.flatMap(({ id, reason }) => {
    const text = note ?? reason;
    const below = text === undefined ? [] : wrapped(text, widthOf(page) - 4);
    return [`${sign} ${id}`, ...below.map((line) => page.paint('dim', `    ${line}`))];
  });
  return [heading(page, title, counted(rules.length, 'rule')), '', ...lines];
}

function discoveries({ discoveries }: ConformanceReport, page: Page): readonly string[] {
  if (discoveries.length === 0) return [];
  const { paint } = page;
  const byTopic = [...Map.groupBy(discoveries, ({ about }) => about)];
  const longest = Math.min(32, Math.max(...byTopic.map(([about]) => about.length)));
  const lines = [heading(page, 'Discovered', `${discoveries.length} that the specification does not show`), ''];
  const hanging = ' '.repeat(Math.min(longest + 2, 34));
  const width = Math.max(20, widthOf(page) - 2 - hanging.length);
  for (const [about, seen] of byTopic) {
    for (const [index, discovery] of seen.entries()) {
      const start = (index === 0 ? about : '').padEnd(longest);
      const [first = '', ...others] = wrapped(`${discovery.seen} ${paint('dim', `(${discovery.observation})`)}`, width);
      lines.push(`  ${start}  ${first}`, ...others.map((line) => `  ${hanging}${line}`));
    }
  }
  return lines;
}

/** Shows what no rule demands, and what to do about it. */
function advice({ discoveries }: ConformanceReport, page: Page): readonly string[] {
  const advised = discoveries.filter(({ advice }) => advice !== undefined);
  if (advised.length === 0) return [];
  const width = widthOf(page) - 4;
  const lines = advised.flatMap(({ seen, observation, against, advice = '' }) => [
    ...wrapped(`${seen} (${[observation, against].filter((id) => id !== undefined).join(' after ')})`, width),
    ...wrapped(advice, width - 2).map((line) => `  ${line}`),
  ]);
  return [heading(page, 'Advice', 'no rule demands this'), '', ...lines.map((line) => `  ${line}`)];
}

function closing(report: ConformanceReport, page: Page): readonly string[] {
  const { paint } = page;
  const parts = verdictOf(report).map(({ sign, text, tone }) =>
    paint(TONES[tone], paint('bold', sign === '·' ? text : `${sign} ${text}`)),
  );
  const result = joined([...parts, paint('dim', `exit ${report.exit.code}`)], page);
  const indented = (text: string): readonly string[] => wrapped(text, widthOf(page) - 2).map((line) => `  ${line}`);
  return [
    ...result.flatMap((line) => wrapped(line, widthOf(page), '  ')),
    ...notesOf(report).flatMap(indented),
    ...(page.quiet || !isChecked(report) ? [] : page.verbose ? details(report, page) : briefly(report, page)),
    ...(page.files ?? []).map((file) => `  ${paint('dim', 'Report:')} ${file}`),
  ];
}

function details(report: ConformanceReport, page: Page): readonly string[] {
  const levels = levelsText(report);
  return [
    '',
    ...factLines(runFacts(report), page),
    ...(levels === undefined ? [] : wrapped(`${page.paint('dim', 'Levels:')} ${levels}`, widthOf(page), '  ')),
  ];
}

/** Says in a few lines what was checked, what was not tested, and what more there is to see. */
function briefly(report: ConformanceReport, page: Page): readonly string[] {
  const { discoveries, rules } = report;
  const partly = rules.filter(({ verdict, reason }) => verdict === 'passed' && reason !== undefined).length;
  const hidden = [
    ...(partly > 0 ? [`${counted(partly, 'rule')} passed in part`] : []),
    ...(discoveries.length > 0 ? [`${counted(discoveries.length, 'behaviour')} beyond the specification`] : []),
  ];
  const indented = (text: string): readonly string[] =>
    wrapped(text, widthOf(page) - 4, '  ').map((line) => `  ${line}`);
  const untested = report.complete ? untestedText(report) : undefined;
  return [
    ...factLines(keyFacts(report), page, '  '),
    ...(untested === undefined ? [] : indented(untested)),
    ...indented([...hidden, '--verbose shows everything'].join(' · ')),
  ];
}

/** Puts parts on as few lines as possible, none broken. */
function joined(parts: readonly string[], page: Page, margin = ''): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = `${line}${page.paint('dim', ' · ')}${part}`;
    if (line !== undefined && lengthOf(longer) <= widthOf(page)) lines[lines.length - 1] = longer;
    else lines.push(margin + part);
  }
  return lines;
}

const TONES = { good: 'green', bad: 'red', open: 'yellow' } as const;

function idleRules(report: ConformanceReport, page: Page): readonly string[] {
  const supplies = suppliesOf(report);
  const blocked = blockedOf(report).map(({ by, rules }) => ({ wanted: [`Blocked by ${by.join(', ')}`], rules }));
  const idle = report.summary.notExercised;
  if (idle === 0) return [];
  const unlock = unlockOf(report);
  const lines = unlock && [
    '',
    ...wrapped(
      `Test ${counted(unlock.rules, 'more rule')}: give ${unlock.give}, in idvkit.config.yaml:`,
      widthOf(page),
    ),
    ...unlock.paste.split('\n').map((line) => `    ${page.paint('cyan', line)}`),
  ];
  return [
    heading(page, 'Not tested', counted(idle, 'rule')),
    ...(lines ?? []),
    ...[...blocked, ...supplies].flatMap((supply) => ['', ...supplyLines(supply, page)]),
  ];
}

function supplyLines({ wanted, rules }: Missing, page: Page): readonly string[] {
  const { paint } = page;
  const width = widthOf(page);
  const sentences = wanted.flatMap((sentence, index) =>
    wrapped(sentence, width - 2).map(
      (line, part) => `${index === 0 && part === 0 ? paint('yellow', '○') : ' '} ${line}`,
    ),
  );
  const text = `${counted(rules.length, 'rule')}: ${rules.map(label).join(', ')}`;
  return [...sentences, ...wrapped(text, width - 4).map((line) => paint('dim', `    ${line}`))];
}

function label({ id, baseline }: RuleReport): string {
  return baseline === undefined ? id : `${id} (in the baseline)`;
}

function randomSequences({ fuzz, target }: ConformanceReport, page: Page): readonly string[] {
  if (fuzz === undefined || fuzz.findings.length === 0) return [];
  const { runs, steps, seed, findings } = fuzz;
  const played = `${counted(runs, 'sequence')} played, ${counted(steps, 'step')}, seed ${seed}`;
  const address = target.kind === 'embedded-mock' ? '' : ` --base-url ${target.baseUrl} --form-slug ${target.formSlug}`;
  const options = (page.again ?? []).map((word) => ` ${shellWord([word])}`).join('');
  const lines = [heading(page, 'Random sequences', played)];
  for (const { rule, seed: own, path, steps: shortest, curl, cutShort = false } of findings) {
    lines.push(
      '',
      `${page.paint('red', '✗')} ${page.paint('bold', rule)}, fails after ${counted(shortest.length, 'step')}:`,
      ...shortest.map((step, index) => `    ${index + 1}. ${step}`),
      ...(cutShort ? ['    A shorter one may exist: the budget of applications is used up (--budget).'] : []),
      ...curl.map((line) => page.paint('dim', `    ${line}`)),
      page.paint('dim', `    again: idvkit check${address}${options} --only ${rule} --seed ${own} --fuzz-path ${path}`),
    );
  }
  return lines;
}
