import type { ConformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { githubAnnotations } from '../../src/lib/report/github-annotations.ts';
import { htmlReport } from '../../src/lib/report/html/html-report.ts';
import { junitReport } from '../../src/lib/report/junit-report.ts';
import { markdownReport } from '../../src/lib/report/markdown/markdown-report.ts';
import { terminalReport } from '../../src/lib/report/terminal/terminal-report.ts';
import { brokenOutcome, fixtureRun, somebody } from './fixture-run.ts';
import { plainPage, reportOf } from './plain-page.ts';

/** A rule whose first finding is the rarer kind: 404 once, then 403 twice. */
const report = reportOf(
  fixtureRun(somebody, {
    outcomes: [
      brokenOutcome(
        'auth.absent.403',
        { observations: ['x1'], message: 'Answers 200 instead of 404', expected: 404, actual: 200 },
        { observations: ['x2'], message: 'Answers 401 instead of 403', expected: 403, actual: 401 },
        { observations: ['x3'], message: 'Answers 401 instead of 403', expected: 403, actual: 401 },
      ),
    ],
  }),
);

const WRITERS: readonly (readonly [part: string, write: (report: ConformanceReport) => string, start: string])[] = [
  ['the terminal', terminalOf, '→ '],
  ['the terminal with --verbose', (of) => terminalReport(of, plainPage({ verbose: true })), '→ '],
  ['Markdown', markdownReport, '\n- '],
  ['an annotation', githubAnnotations, '::error title=auth.absent.403::'],
  ['the message of JUnit', junitReport, 'message="'],
  ['the text of JUnit', junitReport, 'returns 403&#10;&#10;'],
  ['the list of the page', htmlOf, 'auth.absent.403</a> '],
  ['the card of the page', htmlOf, '<h3>'],
];

describe('the headline of a failed rule', () => {
  it.each(WRITERS)('is the most frequent finding in %s', (_, write, start) => {
    const text = write(report);
    const at = text.indexOf(start);
    expect(at).toBeGreaterThan(-1);
    expect(text.slice(at + start.length)).toMatch(/^(?:Answers 401 instead of 403|GET result → 401, expected 403)/);
  });
});

it.each([
  ['the terminal', terminalOf, '✗ 1 rule: 0 passed, 1 failed'],
  ['Markdown', markdownReport, '## idvkit: ✗ 1 rule: 0 passed, 1 failed'],
  ['the page', htmlOf, '<title>1 rule: 0 passed, 1 failed'],
  ['the headline of the page', htmlOf, '</span> 1 rule: 0 passed, 1 failed</span'],
] as const)('the verdict has the same words in %s', (_, write, words) => {
  expect(write(report)).toContain(words);
});

describe('a diagnosis', () => {
  const same = { fault: 'auth.absent.403', title: 'answers 401', match: 1, explains: ['auth.absent.403' as const] };
  const cases = [
    ['that only repeats the rule', { ...same, alternatives: [] }, false],
    ['with an alternative', { ...same, alternatives: ['auth.absent.403/on-create'] }, true],
    ['of a variant', { ...same, fault: 'auth.absent.403/on-create', alternatives: [] }, true],
    [
      'that explains another rule',
      { ...same, explains: [...same.explains, 'create.status.201' as const], alternatives: [] },
      true,
    ],
  ] as const;

  it.each(cases)('%s is shown by each writer for people, or by none', (_, diagnosis, isShown) => {
    const diagnosed = {
      ...report,
      diagnosis: [{ ...diagnosis, explains: [...diagnosis.explains], alternatives: [...diagnosis.alternatives] }],
    };
    const shown = [terminalOf, markdownReport, htmlOf].map((write) =>
      /Diagnosis|Faults that would/.test(write(diagnosed)),
    );
    expect(shown).toEqual([isShown, isShown, isShown]);
  });
});

function terminalOf(of: ConformanceReport): string {
  return terminalReport(of, plainPage());
}

function htmlOf(of: ConformanceReport): string {
  return Array.from(htmlReport(of)).join('');
}
