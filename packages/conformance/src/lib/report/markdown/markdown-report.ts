import type { ConformanceReport, RuleReport, Verdict } from '@idvkit/schema/formats';

import { clipped } from '../clipped.ts';
import { drawnSeed } from '../drawn-seed.ts';
import { flakyTexts } from '../flaky-texts.ts';
import { createObservedAs } from '../observed-as.ts';
import { sectionsOf, type Section, type SectionOutcome } from '../sections.ts';
import { counted, grouped } from '../terminal/page.ts';
import { suppliesOf, type Supply } from '../terminal/supplies.ts';
import { brokenRule } from './broken-rule.ts';
import { inlineCode, inlineText } from './inline.ts';

/** Bytes that the whole may have, well below what a CI summary takes. */
const BYTE_LIMIT = 58_000;
/** Bytes kept free for what is not exercised. */
const SUPPLY_BYTES = 8_000;
/** Rules named of one supply. */
const NAMED_RULES = 12;
/** Characters of a sentence. */
const SENTENCE_LENGTH = 600;

/**
 * Writes a report as Markdown, for the summary of a CI job: how the run ended, a table by section, what is broken with its
 * first findings, and what to supply so that the rest can be judged. Never longer than 60 kB.
 */
export function markdownReport(report: ConformanceReport): string {
  const observedAs = createObservedAs(report);
  const page = new BoundedPage(BYTE_LIMIT);
  page.add([heading(report), facts(report), endings(report), sectionTable(sectionsOf(report))].join('\n\n'));

  const broken = (verdict: Verdict): readonly RuleReport[] =>
    report.rules.filter((rule) => rule.verdict === verdict && rule.baseline !== 'known');
  const supplies = suppliesOf(report);
  const reserved = supplies.length === 0 ? 0 : SUPPLY_BYTES;
  for (const [title, rules] of [
    ['Failed', broken('failed')],
    ['Warned', broken('warned')],
  ] as const) {
    page.list(
      `### ${title}: ${counted(rules.length, 'rule')}`,
      rules.map((rule) => brokenRule(rule, observedAs)),
      { reserved, more: (count) => `…and ${counted(count, 'more rule')}: \`--report html=FILE\` shows them all.` },
    );
  }
  page.list('### Baseline', baselineLines(report), { reserved, more: (count) => `…and ${count} more.` });
  const idle = report.rules.filter(({ verdict }) => verdict === 'not-exercised').length;
  page.list(`### Not exercised: ${counted(idle, 'rule')}, by what to supply`, supplies.map(supplyText), {
    reserved: 0,
    more: (count) => `…and ${counted(count, 'more thing')} to supply.`,
  });
  return page.text();
}

/** Text of a limited size: what does not fit is left out whole, and said to be. */
class BoundedPage {
  readonly #parts: string[] = [];
  #rest: number;

  constructor(bytes: number) {
    this.#rest = bytes;
  }

  add(part: string): void {
    this.#parts.push(part);
    this.#rest -= sizeOf(part);
  }

  list(
    title: string,
    items: readonly string[],
    { reserved, more }: { readonly reserved: number; readonly more: (count: number) => string },
  ): void {
    if (items.length === 0) return;
    this.add(title);
    // Room for the sentence that says what was left out.
    const least = reserved + 200;
    for (const [index, item] of items.entries()) {
      if (sizeOf(item) > this.#rest - least) {
        this.add(more(items.length - index));
        return;
      }
      this.add(item);
    }
  }

  text(): string {
    return `${this.#parts.join('\n\n')}\n`;
  }
}

function sizeOf(part: string): number {
  return Buffer.byteLength(part) + 2;
}

const SIGNS: Readonly<Record<SectionOutcome, string>> = {
  passed: '✅',
  partly: '◐',
  failed: '❌',
  warned: '⚠️',
  'not-exercised': '⚪',
};

/** What a run says of itself, as long as sentences are. */
function sentence(text: string): string {
  return inlineText(clipped(text, SENTENCE_LENGTH));
}

function heading({ exit, tool }: ConformanceReport): string {
  const sign = exit.code === 0 ? SIGNS.passed : exit.code === 3 || exit.code === 130 ? '❔' : SIGNS.failed;
  return `## ${sign} ${tool.name}: ${sentence(exit.reasons[0] ?? 'No reason is known.')}`;
}

function facts(report: ConformanceReport): string {
  const { summary, rules, target, specVersion, selfCheck } = report;
  const seed = drawnSeed(report);
  const checks = rules.reduce((sum, { observations }) => sum + observations, 0);
  const counts = [
    counted(rules.length, 'rule'),
    `**${summary.passed} passed**`,
    `**${summary.failed} failed**`,
    ...(summary.warned > 0 ? [`**${summary.warned} warned**`] : []),
    ...(summary.notExercised > 0 ? [`**${summary.notExercised} not exercised**`] : []),
    ...(summary.known > 0 ? [`${summary.known} known to be broken`] : []),
  ].join(' · ');
  const where = [
    inlineCode(target.baseUrl),
    ...(target.formSlug === '' ? [] : [`form ${inlineCode(target.formSlug)}`]),
    `specification ${specVersion}`,
    `${counted(summary.observations, 'observation')}, ${counted(checks, 'check')}`,
    `${selfCheck.judged - selfCheck.missed.length} of ${counted(selfCheck.judged, 'self-check', 'self-checks')} passed`,
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...flakyTexts(report).map((text) => `flaky: ${text}`),
  ].join(' · ');
  return `${counts}\n\n${where}`;
}

function endings({ exit, problem, complete, stopped }: ConformanceReport): string {
  const lines = exit.reasons.slice(1).map((reason) => `- ${sentence(reason)}`);
  if (problem !== undefined) lines.push(`- ${sentence(problem.fix)}`);
  else if (!complete && stopped !== undefined) lines.push(`- Ended early: ${sentence(stopped)}`);
  return [...(lines.length === 0 ? [] : [lines.join('\n')]), `Exit code ${exit.code}.`].join('\n\n');
}

function sectionTable(sections: readonly Section[]): string {
  const cell = (count: number): string => (count === 0 ? '·' : grouped(count));
  const rows = sections.map((section) => {
    const { name, outcome, passed, failed, warned, notExercised, observations } = section;
    const counts = [passed, failed, warned, notExercised, observations].map(cell).join(' | ');
    return `| ${SIGNS[outcome]} | ${inlineText(name)} | ${counts} |`;
  });
  return [
    '| | Section | passed | failed | warned | not exercised | checks |',
    '| - | :- | -: | -: | -: | -: | -: |',
    ...rows,
  ].join('\n');
}

function baselineLines({ rules }: ConformanceReport): readonly string[] {
  return rules.flatMap(({ id, baseline, reason = '' }) => {
    if (baseline === 'known') return [`- ${inlineCode(id)} is known to be broken. ${sentence(reason)}`.trimEnd()];
    return baseline === 'unexpected-pass'
      ? [`- ${inlineCode(id)} passes, though the baseline knows it as broken: take it out there.`]
      : [];
  });
}

function supplyText({ wanted, rules }: Supply): string {
  const named = rules.slice(0, NAMED_RULES).map(({ id }) => inlineCode(id));
  const rest = rules.length - named.length;
  return [
    `- ${wanted.map(sentence).join(' ')}`,
    `  ${counted(rules.length, 'rule')}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ].join('\\\n');
}
