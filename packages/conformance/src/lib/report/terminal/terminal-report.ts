import { lengthOf, wrapped } from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { createObservedAs, type ObservedAs } from '../finding-text.ts';
import { brokenRules, type Fact, notesOf, runFacts, targetFacts, UNEXPECTED_PASS } from '../report-facts.ts';
import { sectionsOf } from '../sections.ts';
import { shellWord } from '../shell-word.ts';
import { blockedOf, suppliesOf, type Supply, unlockOf } from '../supplies.ts';
import { levelsText, verdictOf } from '../verdict.ts';
import { failedRule } from './finding-lines.ts';
import { heading, type Page, widthOf } from './page.ts';
import { sectionTable } from './section-table.ts';

/** Writes a report for people, readable without colours and from 40 characters of width. */
export function terminalReport(report: ConformanceReport, page: Page): string {
  const observedAs = createObservedAs(report);
  const { passed, failed, warned } = report.summary;
  const everything = passed + failed + warned > 0 && !page.quiet;
  const parts: (readonly string[])[] = [
    page.quiet ? [] : head(report, page),
    everything ? sectionTable(sectionsOf(report), page) : [],
    page.quiet ? [] : discoveries(report, page),
    // A run that ended early needs other things first.
    everything && report.complete ? idleRules(report, page) : [],
    everything ? partlySeen(report, page) : [],
    baselineLines(report, page),
    // Failures come last: a terminal shows the end.
    ...(['warned', 'failed'] as const).map((verdict) => broken(report, { verdict, page, observedAs })),
    randomSequences(report, page),
    diagnosis(report, page),
    closing(report, page),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`;
}

function head(report: ConformanceReport, page: Page): readonly string[] {
  const { tool, target } = report;
  return [
    `${page.paint('bold', tool.name)} ${tool.version}`,
    ...(target.baseUrl === '' ? [] : [target.baseUrl]),
    ...factLines(targetFacts(report), page),
  ];
}

function factLines(facts: readonly Fact[], page: Page): readonly string[] {
  return joined(
    facts.map(([name, value]) => `${page.paint('dim', `${name}:`)} ${value}`),
    page,
  );
}

function broken(
  report: ConformanceReport,
  { verdict, page, observedAs }: { verdict: 'failed' | 'warned'; page: Page; observedAs: ObservedAs },
): readonly string[] {
  const rules = brokenRules(report, verdict);
  if (rules.length === 0) return [];
  return [
    heading(page, verdict === 'failed' ? 'Failed' : 'Warnings', counted(rules.length, 'rule')),
    ...rules.flatMap((rule) => ['', ...failedRule(rule, page, observedAs)]),
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

function partlySeen({ rules }: ConformanceReport, page: Page): readonly string[] {
  const partly = rules.filter((rule) => rule.verdict === 'passed' && rule.reason !== undefined);
  return page.verbose ? [] : listed(partly, page, { title: 'Passed in part', sign: page.paint('green', '✓') });
}

function diagnosis({ diagnosis = [] }: ConformanceReport, page: Page): readonly string[] {
  if (diagnosis.length === 0) return [];
  const lines = diagnosis.flatMap(({ fault, title, explains, match, alternatives }, index) => [
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
  const { paint, verbose } = page;
  const byTopic = [...Map.groupBy(discoveries, ({ about }) => about)];
  const longest = Math.min(32, Math.max(...byTopic.map(([about]) => about.length)));
  const lines = [heading(page, 'Discovered', `${discoveries.length} that the specification does not show`), ''];
  for (const [about, seen] of byTopic) {
    const shown = verbose ? seen : seen.slice(0, 1);
    for (const [index, discovery] of shown.entries()) {
      const start = (index === 0 ? about : '').padEnd(longest);
      const hidden = seen.length - shown.length;
      const note = `(${discovery.observation})${hidden > 0 ? ` and ${hidden} more` : ''}`;
      const hanging = ' '.repeat(Math.min(longest + 2, 34));
      const width = Math.max(20, widthOf(page) - 2 - hanging.length);
      const [first = '', ...others] = wrapped(`${discovery.seen} ${paint('dim', note)}`, width);
      lines.push(`  ${start}  ${first}`, ...others.map((line) => `  ${hanging}${line}`));
    }
  }
  if (!verbose && discoveries.length > byTopic.length) lines.push('', paint('dim', '  --verbose lists them all'));
  return lines;
}

function closing(report: ConformanceReport, page: Page): readonly string[] {
  const { paint } = page;
  const parts = verdictOf(report).map(({ sign, text, tone }) =>
    paint(TONES[tone], paint('bold', sign === '·' ? text : `${sign} ${text}`)),
  );
  const levels = levelsText(report);
  const result = joined([...parts, paint('dim', `exit ${report.exit.code}`)], page);
  return [
    ...(page.quiet
      ? []
      : [
          ...factLines(runFacts(report), page),
          ...(levels === undefined ? [] : wrapped(`${paint('dim', 'Levels:')} ${levels}`, widthOf(page), '  ')),
          '',
        ]),
    ...result.flatMap((line) => wrapped(line, widthOf(page), '  ')),
    ...notesOf(report).flatMap((note) => wrapped(note, widthOf(page) - 2).map((line) => `  ${line}`)),
  ];
}

/** Puts parts on as few lines as possible, none broken. */
function joined(parts: readonly string[], page: Page): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = line === undefined ? part : `${line}${page.paint('dim', ' · ')}${part}`;
    if (line !== undefined && lengthOf(longer) <= widthOf(page)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

const TONES = { good: 'green', bad: 'red', open: 'yellow' } as const;

/** Families with so many rules are named as one. */
const MIN_FAMILY = 4;
/** Needs that are listed without --verbose: those of most rules come first. */
const MAX_NEEDS = 5;

function idleRules(report: ConformanceReport, page: Page): readonly string[] {
  const supplies = suppliesOf(report);
  const blocked = blockedOf(report).map(({ by, rules }) => ({ wanted: [`Blocked by ${by.join(', ')}`], rules }));
  const idle = report.summary.notExercised;
  if (idle === 0) return [];
  const needs = [...blocked, ...supplies];
  const [shown, rest] = page.verbose ? [needs, []] : [needs.slice(0, MAX_NEEDS), needs.slice(MAX_NEEDS)];
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
    ...shown.flatMap((supply) => ['', ...supplyLines(supply, page)]),
    ...(rest.length === 0
      ? []
      : ['', page.paint('dim', `  ${counted(rest.length, 'more need')}: --verbose lists them`)]),
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
      ...(cutShort ? ['    A shorter one may exist: the budget of applications is used up (--max-creates).'] : []),
      ...curl.map((line) => page.paint('dim', `    ${line}`)),
      page.paint(
        'dim',
        `    again: idv-conformance run${address}${options} --only ${rule} --fuzz 1 --fuzz-only --seed ${own} --fuzz-path ${path}`,
      ),
    );
  }
  return lines;
}
