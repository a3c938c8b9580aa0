import { UNSAFE_CHARACTERS } from '@idvkit/cli-kit';
import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { selfCheckNote } from './exit-of.ts';
import { createObservedAs, findingText, type ObservedAs } from './finding-text.ts';
import { orderedFindings, runErrorOf, timesOf, UNEXPECTED_PASS } from './report-facts.ts';
import { alsoBreaksText, groupedByDefect, type BrokenRule } from './same-defect.ts';
import { clipped } from './texts.ts';

/** GitHub shows no more than this of each level per step. */
const MAX_ANNOTATIONS = 10;
const MAX_LINE_LENGTH = 300;

interface Annotation {
  readonly title: string;
  readonly text: string;
}

/**
 * Writes a report as GitHub workflow commands: an error per rule that fails the run, a warning per other failed rule. Of
 * more than ten of a level, the tenth counts the rest.
 */
export function githubAnnotations(report: ConformanceReport): string {
  const observedAs = createObservedAs(report);
  const broken = report.rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  const isError = ({ verdict, baseline }: RuleReport): boolean =>
    baseline !== 'known' && (verdict === 'failed' || report.failOnWarning);
  const ofRule = ({ rule, alsoBreaks }: BrokenRule): Annotation => {
    const texts = [failedText(rule, observedAs), alsoBreaksText(alsoBreaks)];
    return { title: rule.id, text: texts.filter((text) => text !== undefined).join('\n') };
  };
  const ended = runErrorOf(report);
  const surprising = report.rules.filter(({ baseline }) => baseline === 'unexpected-pass');
  const errors = [
    ...(ended === undefined ? [] : [{ title: ended.code, text: ended.message }]),
    ...surprising.map(({ id }) => ({ title: id, text: UNEXPECTED_PASS })),
    ...groupedByDefect(broken.filter(isError)).map(ofRule),
  ];
  const note = selfCheckNote(report);
  const warnings = [
    ...(note === undefined ? [] : [{ title: 'self-check', text: note }]),
    ...groupedByDefect(broken.filter((rule) => !isError(rule))).map(ofRule),
  ];
  return [...commands('error', errors), ...commands('warning', warnings)].map((line) => `${line}\n`).join('');
}

function failedText(rule: RuleReport, observedAs: ObservedAs): string {
  const { title, baseline, reason, again } = rule;
  const [first] = orderedFindings(rule);
  const rest = timesOf(rule) - 1;
  const lines = first === undefined ? [title] : findingText(first, observedAs).split('\n');
  return [
    ...lines.map((line) => clipped(line, MAX_LINE_LENGTH)),
    ...(rest > 0 ? [`and ${rest} more`] : []),
    ...(again === undefined ? [] : [`  again     ${again}`]),
    ...(baseline === 'known' ? [`Known to fail: ${reason ?? 'in the baseline'}`] : []),
  ].join('\n');
}

function commands(level: 'error' | 'warning', annotations: readonly Annotation[]): readonly string[] {
  const shown = annotations.length > MAX_ANNOTATIONS ? annotations.slice(0, MAX_ANNOTATIONS - 1) : annotations;
  const rest = annotations.slice(shown.length);
  const more =
    rest.length === 0 ? [] : [{ title: `${rest.length} more rules`, text: rest.map(({ title }) => title).join(', ') }];
  return [...shown, ...more].map(({ title, text }) => `::${level} title=${property(title)}::${escaped(text)}`);
}

/** Escapes line breaks, which would end the command, and `##name[`, which starts one of other runners anywhere in a line. */
function escaped(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(/##(?=[\w.]{0,32}\[)/g, '# #')
    .replaceAll(UNSAFE_CHARACTERS, '\uFFFD');
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
