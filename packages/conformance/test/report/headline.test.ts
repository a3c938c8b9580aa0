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
  ['the terminal', (of) => terminalReport(of, plainPage()), '→ '],
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

function htmlOf(of: ConformanceReport): string {
  return Array.from(htmlReport(of)).join('');
}
