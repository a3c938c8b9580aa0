import { ExitCode } from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';

import { drawnSeed } from '../drawn-seed.ts';
import { flakyTexts } from '../flaky-texts.ts';
import { createObservedAs, type ObservedAs } from '../observed-as.ts';
import { sectionsOf } from '../sections.ts';
import { brokenRule } from './finding-lines.ts';
import { idleRules } from './idle-rules.ts';
import { counted, grouped, heading, lengthOf, widthOf, wrapped, type Page } from './page.ts';
import { randomSequences, sequencesPlayed } from './random-sequences.ts';
import { sectionTable } from './section-table.ts';

const KINDS: Readonly<Record<ConformanceReport['target']['kind'], string>> = {
  'embedded-mock': 'a mock of its own',
  mock: 'an idvkit mock',
  live: 'a live service',
  receiver: "a client's receiver",
  recorded: 'recorded traffic',
  proxied: 'what went through a proxy',
};

/**
 * Writes a report for people: sections with their counts, then whatever is not in order, then what it comes to. Readable
 * without colours, and at any width from 40 characters.
 */
export function terminalReport(report: ConformanceReport, page: Page): string {
  const observedAs = createObservedAs(report);
  const { passed, failed, warned } = report.summary;
  const isJudged = passed + failed + warned > 0;
  const everything = isJudged && !page.quiet;
  const parts: (readonly string[])[] = [
    page.quiet ? [] : head(report, page),
    everything ? sectionTable(sectionsOf(report), page) : [],
    broken(report, 'failed', 'Failed', page, observedAs),
    broken(report, 'warned', 'Warnings', page, observedAs),
    randomSequences(report, page),
    baselineLines(report, page),
    everything ? partlySeen(report, page) : [],
    // What a run that ended early did not get to needs other things first.
    everything && report.complete ? idleRules(report, page) : [],
    page.quiet ? [] : discoveries(report, page),
    closing(report, page),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n').trimEnd())
    .join('\n\n')}\n`;
}

function head(report: ConformanceReport, { paint }: Page): readonly string[] {
  const { tool, specVersion, target } = report;
  const seed = drawnSeed(report);
  const parts = [
    ...(target.baseUrl === '' ? [] : [target.baseUrl]),
    paint('dim', KINDS[target.kind]),
    ...(target.formSlug === '' ? [] : [`${paint('dim', 'form')} ${target.formSlug}`]),
    ...(seed === undefined ? [] : [paint('dim', `seed ${seed}`)]),
  ];
  return [
    `${paint('bold', tool.name)} ${tool.version} ${paint('dim', `· specification ${specVersion}`)}`,
    parts.join(paint('dim', ' · ')),
  ];
}

function broken(
  report: ConformanceReport,
  verdict: 'failed' | 'warned',
  title: string,
  page: Page,
  observedAs: ObservedAs,
): readonly string[] {
  const rules = report.rules.filter((rule) => rule.verdict === verdict && rule.baseline !== 'known');
  if (rules.length === 0) return [];
  return [
    heading(page, title, counted(rules.length, 'rule')),
    ...rules.flatMap((rule) => ['', ...brokenRule(rule, page, observedAs)]),
  ];
}

function baselineLines({ rules }: ConformanceReport, page: Page): readonly string[] {
  const { paint } = page;
  const known = rules.filter(({ baseline }) => baseline === 'known');
  const surprising = rules.filter(({ baseline }) => baseline === 'unexpected-pass');
  const lines: string[] = [];
  if (surprising.length > 0) {
    lines.push(heading(page, 'Pass, though the baseline knows them as broken', counted(surprising.length, 'rule')), '');
    lines.push(...surprising.map(({ id }) => `${paint('red', '✗')} ${id}`));
  }
  if (known.length > 0) {
    if (lines.length > 0) lines.push('');
    lines.push(heading(page, 'Known to be broken', counted(known.length, 'rule')), '');
    for (const { id, reason = '' } of known) lines.push(`~ ${id}`, ...indented(reason, page));
  }
  return lines;
}

function partlySeen({ rules }: ConformanceReport, page: Page): readonly string[] {
  const partly = rules.filter((rule) => rule.verdict === 'passed' && rule.reason !== undefined);
  if (partly.length === 0 || page.verbose) return [];
  return [
    heading(page, 'Passed in part', counted(partly.length, 'rule')),
    '',
    ...partly.flatMap(({ id, reason = '' }) => [`${page.paint('green', '✓')} ${id}`, ...indented(reason, page)]),
  ];
}

function indented(text: string, page: Page): readonly string[] {
  return wrapped(text, widthOf(page) - 4).map((line) => page.paint('dim', `    ${line}`));
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
  const { summary, durationMs, waitedMs = 0, exit, problem, stopped, complete } = report;
  const counts = [
    counted(report.rules.length, 'rule'),
    paint('green', `${summary.passed} passed`),
    summary.failed > 0 ? paint('red', `${summary.failed} failed`) : paint('dim', '0 failed'),
    ...(summary.warned > 0 ? [paint('yellow', `${summary.warned} warned`)] : []),
    ...(summary.known > 0 ? [`${summary.known} of them known`] : []),
    ...(summary.notExercised > 0 ? [paint('yellow', `${summary.notExercised} not exercised`)] : []),
  ];
  const checks = report.rules.reduce((sum, { observations }) => sum + observations, 0);
  const facts = [
    `${counted(summary.observations, 'observation')}, ${counted(checks, 'check')}`,
    ...selfCheckFacts(report, page),
    ...(report.created.length > 0
      ? [counted(report.created.length, 'application created', 'applications created')]
      : []),
    waitedMs < 1000
      ? duration(durationMs)
      : `${duration(durationMs)}, ${duration(waitedMs)} of it waiting (patienceSeconds)`,
    ...sequencesPlayed(report),
    ...flakyTexts(report).map((text) => paint('yellow', `flaky: ${text}`)),
  ];
  const lines = page.quiet ? [...joined(counts, page)] : [...joined(counts, page), ...joined(facts, page), ''];
  if (!complete && problem === undefined && stopped !== undefined)
    lines.push(...wrapped(`Ended early: ${stopped}`, widthOf(page)));
  const [symbol, style] = exitSign(exit.code);
  for (const [index, reason] of exit.reasons.entries()) {
    // The first reason decides.
    const code = index === 0 ? ` ${paint('dim', `(exit ${exit.code})`)}` : '';
    lines.push(
      ...wrapped(`${reason}${code}`, widthOf(page) - 2).map(
        (line, part) => `${index === 0 && part === 0 ? paint(style, symbol) : ' '} ${paint('bold', line)}`,
      ),
    );
  }
  if (problem !== undefined) lines.push(...wrapped(problem.fix, widthOf(page) - 2).map((line) => `  ${line}`));
  return lines;
}

function selfCheckFacts({ selfCheck: { judged, missed } }: ConformanceReport, { paint }: Page): readonly string[] {
  if (judged === 0) return [];
  const all = counted(judged, 'self-check', 'self-checks');
  return [
    missed.length > 0 ? paint('red', `${missed.length} of ${all} failed`) : `${grouped(judged)} of ${all} passed`,
  ];
}

/** Puts parts on a line, and on further lines where they are too many; none is broken. */
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

function exitSign(code: number): readonly [string, 'green' | 'red' | 'yellow'] {
  if (code === ExitCode.ok) return ['✓', 'green'];
  return code === ExitCode.inconclusive || code === ExitCode.interrupted ? ['?', 'yellow'] : ['✗', 'red'];
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}
