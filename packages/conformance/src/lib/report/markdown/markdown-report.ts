import { counted, countText } from '@idvkit/cli-kit';
import type { ConformanceReport, ReportedFinding, RuleReport } from '@idvkit/schema/formats';

import { createObservedAs, type ObservedAs, shownValue } from '../finding-text.ts';
import {
  brokenRules,
  countsOf,
  findingKinds,
  notesOf,
  runFacts,
  marksOf,
  targetFacts,
  tellingDiagnosis,
  timesText,
  UNEXPECTED_PASS,
  VERDICTS,
} from '../report-facts.ts';
import { ruleAddress } from '../rule-address.ts';
import { alsoBreaksText, groupedByDefect } from '../same-defect.ts';
import { type Section, type SectionOutcome, sectionsOf, sectionTitle } from '../sections.ts';
import { blockedOf, suppliesOf, type Missing, type Unlock, unlockOf } from '../supplies.ts';
import { clipped } from '../texts.ts';
import { levelsText, verdictLine } from '../verdict.ts';
import { inlineCode, inlineText } from './inline.ts';

/** Size of the page, well below the limit of a CI summary; some of it is reserved for what was not tested. */
const MAX_BYTES = 58_000;
const SUPPLY_BYTES = 8_000;
const MAX_NAMED_RULES = 12;
const MAX_SENTENCE_LENGTH = 600;

/** Writes a report as Markdown of at most 60 kB, for the summary of a CI job. */
export function markdownReport(report: ConformanceReport): string {
  const observedAs = createObservedAs(report);
  const details = runDetails(report);
  const page = new BoundedPage(MAX_BYTES - sizeOf(details));
  page.add([heading(report), endings(report)].join('\n\n'));

  const supplies = suppliesOf(report);
  const reserved = supplies.length === 0 ? 0 : SUPPLY_BYTES;
  for (const verdict of ['failed', 'warned'] as const) {
    const rules = brokenRules(report, verdict);
    page.list(
      `### ${verdict === 'failed' ? 'Failed' : 'Warned'}: ${counted(rules.length, 'rule')}`,
      groupedByDefect(rules).map(({ rule, alsoBreaks }) =>
        [failedRule(rule, observedAs), inlineText(alsoBreaksText(alsoBreaks) ?? '')]
          .filter((part) => part !== '')
          .join('\n\n'),
      ),
      { reserved, more: (count) => `…and ${counted(count, 'more rule')}: \`--report html=FILE\` shows them all.` },
    );
  }
  page.list('### Diagnosis: faults that would explain this', diagnosisLines(report), {
    reserved,
    more: (count) => `…and ${count} more.`,
  });
  page.list('### Baseline', baselineLines(report), { reserved, more: (count) => `…and ${count} more.` });
  const unlock = unlockOf(report);
  const blocked = blockedOf(report).map(({ by, rules }) => ({ wanted: [`Blocked by ${by.join(', ')}`], rules }));
  page.list(
    `### Not tested: ${counted(report.summary.notExercised, 'rule')}`,
    [...(unlock ? [unlockText(unlock)] : []), ...[...blocked, ...supplies].map(supplyText)],
    { reserved: 0, more: (count) => `…and ${counted(count, 'more missing thing')}.` },
  );
  page.add(details);
  return page.text();
}

/** Folds the parts that do not show a failure: the facts of the run, and the outcome of each section. */
function runDetails(report: ConformanceReport): string {
  const title = '<details><summary>Run and sections</summary>';
  return [title, facts(report), sectionTable(sectionsOf(report)), '</details>'].join('\n\n');
}

/** A text of limited size that says what it leaves out. */
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
    // Space for the sentence that says what was left out.
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

function sentence(text: string): string {
  return inlineText(clipped(text, MAX_SENTENCE_LENGTH));
}

function heading(report: ConformanceReport): string {
  return `## ${inlineText(report.tool.name)}: ${sentence(verdictLine(report))}`;
}

function facts(report: ConformanceReport): string {
  const { target } = report;
  const levels = levelsText(report);
  const known = [...targetFacts(report), ...runFacts(report), ...(levels === undefined ? [] : [['Levels', levels]])];
  const all = known.map(([name = '', value = '']) => `${name} ${inlineText(value)}`);
  return [inlineCode(target.baseUrl), ...all].join(' · ');
}

function endings(report: ConformanceReport): string {
  const notes = notesOf(report).map((note) => `- ${sentence(note)}`);
  return [...(notes.length === 0 ? [] : [notes.join('\n')]), `Exit code ${report.exit.code}.`].join('\n\n');
}

function sectionTable(sections: readonly Section[]): string {
  const labels = Object.values(VERDICTS).map(({ label }) => label);
  const rows = sections.map((section) => {
    const counts = [...countsOf(section).map(([, count]) => count), section.observations];
    const cells = counts.map((count) => (count === 0 ? '·' : countText(count)));
    return `| ${SIGNS[section.outcome]} | ${inlineText(section.title)} | ${cells.join(' | ')} |`;
  });
  return [`| | Section | ${labels.join(' | ')} | checks |`, '| - | :- | -: | -: | -: | -: | -: |', ...rows].join('\n');
}

function baselineLines({ rules }: ConformanceReport): readonly string[] {
  return rules.flatMap(({ id, baseline, reason = '' }) => {
    if (baseline === 'known') return [`- ${inlineCode(id)} is known to fail. ${sentence(reason)}`.trimEnd()];
    return baseline === 'unexpected-pass' ? [`- ${inlineCode(id)}: ${UNEXPECTED_PASS}`] : [];
  });
}

function diagnosisLines(report: ConformanceReport): readonly string[] {
  return tellingDiagnosis(report).map(
    ({ fault, title, explains, match }) =>
      `- The service ${sentence(title)} (${inlineCode(fault)}, match ${Math.round(match * 100)} %): ${explains.map(inlineCode).join(', ')}`,
  );
}

function unlockText({ rules, give, paste }: Unlock): string {
  return `Test ${counted(rules, 'more rule')}: give ${give}, in \`idvkit.config.yaml\`:\n\n\`\`\`yaml\n${paste}\n\`\`\``;
}

function supplyText({ wanted, rules }: Missing): string {
  const named = rules.slice(0, MAX_NAMED_RULES).map(({ id }) => inlineCode(id));
  const rest = rules.length - named.length;
  return [
    `- ${wanted.map(sentence).join(' ')}`,
    `  ${counted(rules.length, 'rule')}: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
  ].join('\\\n');
}

const MAX_KINDS = 3;
const MAX_IDS = 5;
const MAX_VALUE_LENGTH = 200;

function failedRule(rule: RuleReport, observedAs: ObservedAs): string {
  const { id, section, title, baseline, reason, again } = rule;
  const shown = findingKinds(rule)
    .slice(0, MAX_KINDS)
    .map((kind) => findingLines(kind, observedAs));
  const times = timesText(rule, { kinds: MAX_KINDS, ids: MAX_IDS });
  return [
    `**[${inlineText(id)}](${ruleAddress(id)})** · ${inlineText(sectionTitle(section))} · ${marksOf(rule).join(' · ')}\\`,
    inlineText(title),
    '',
    ...shown,
    ...(times === undefined ? [] : [`- ${inlineText(times)}`]),
    ...(again === undefined ? [] : [`- again: ${inlineCode(again)}`]),
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
  const also = others.length === 0 ? '' : `, the same in ${inlineText(others.slice(0, MAX_IDS).join(', '))}`;
  const seen = `${inlineText(observation)} ${code(observedAs(observation))}${also}`;
  const start = `- ${inlineText(clipped(message, 2 * MAX_VALUE_LENGTH))}${values === '' ? '' : ` (${values})`}`;
  return `${start}\\\n  ${seen}`;
}

function code(text: string): string {
  return inlineCode(clipped(text, MAX_VALUE_LENGTH));
}
