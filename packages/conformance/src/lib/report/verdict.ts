import { ExitCode, counted, countText } from '@idvkit/cli-kit';
import type { ConformanceReport } from '@idvkit/schema/formats';
import { COVERAGE_LEVELS, type CoverageLevel } from '@idvkit/schema/rules';

import { brokenRules, isInconclusive, verdictCounts, VERDICTS } from './report-facts.ts';

/** A part of the verdict: how the run ended, what was not tested. */
export interface VerdictPart {
  readonly sign: string;
  readonly text: string;
  /** `open`: neither good nor bad, such as a pass of only some rules. */
  readonly tone: 'good' | 'bad' | 'open';
}

/** Returns whether the rules explain how the run ended. If not, the first reason of the exit code does. */
export function isExplainedByRules(report: ConformanceReport): boolean {
  const { code } = report.exit;
  return code === ExitCode.ok || (code === ExitCode.findings && brokenRules(report, 'failed').length > 0);
}

/** Writes the verdict of a report. Every writer shows these words. */
export function verdictOf(report: ConformanceReport): readonly VerdictPart[] {
  const { exit, summary } = report;
  const { passed, failed, warned, notExercised } = summary;
  const checked = passed + failed + warned;
  const isExplained = isExplainedByRules(report);
  const tone = isInconclusive(exit.code) || (exit.code === 0 && notExercised > 0) ? 'open' : toneOf(exit.code);
  const sign = exit.code === 0 ? '✓' : isInconclusive(exit.code) ? '?' : '✗';
  const counts = verdictCounts(report);
  const untested = {
    sign: VERDICTS['not-exercised'].sign,
    text: `${countText(notExercised)} not tested`,
    tone: 'open',
  } as const;
  return [
    { sign, tone, text: isExplained ? counts : (exit.reasons[0] ?? 'No reason is known.') },
    ...(!isExplained && checked > 0 ? [{ sign: '·', text: counts, tone: 'open' } as const] : []),
    ...(notExercised > 0 ? [untested] : []),
  ];
}

/** Writes the verdict on one line: `✓ 196 rules: 80 passed, 0 failed · ○ 116 not tested`. */
export function verdictLine(report: ConformanceReport): string {
  return verdictOf(report)
    .map(({ sign, text }) => (sign === '·' ? text : `${sign} ${text}`))
    .join(' · ');
}

function toneOf(code: number): VerdictPart['tone'] {
  return code === 0 ? 'good' : 'bad';
}

/** Name of each coverage level, and what a run must have for it. */
const LEVELS: Readonly<Record<CoverageLevel, readonly [name: string, needs: string]>> = {
  core: ['Core', 'its URL, a token and a form'],
  submitted: ['Submitted', 'a submitted application'],
  delivered: ['Delivered', 'a receiver'],
  operated: ['Operated', 'an operator that deletes, expires, changes a status, revokes a token and uses up credit'],
  timed: ['Timed', 'a clock that an operator moves, or patience'],
};

/** Says which coverage levels are complete, and what the next one needs. */
export function levelsText({ levels, complete }: Pick<ConformanceReport, 'levels' | 'complete'>): string | undefined {
  if (levels === undefined) return undefined;
  const tested = new Map(levels.map((each) => [each.level, each]));
  const shown = COVERAGE_LEVELS.flatMap((level) => {
    const found = tested.get(level);
    return found === undefined ? [] : [`${LEVELS[level][0]} ${found.tested} of ${found.rules}`];
  });
  const next = levels.find(({ tested, rules }) => tested < rules);
  if (next === undefined) return `${shown.join(', ')}; all complete`;
  // A run that ended early had what the level needs, but not the time.
  if (!complete) return shown.join(', ');
  const { level, rules, tested: done } = next;
  const [name, needs] = LEVELS[level];
  const need = done === 0 ? `needs ${needs}` : `has ${counted(rules - done, 'rule')} left`;
  return `${shown.join(', ')}; ${name} ${need}`;
}
