import { describe, expect, it } from 'vitest';

import { githubAnnotations } from '../../src/lib/report/github-annotations.ts';
import { brokenOutcome, fixtureRun, keptRun, somebody } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

describe('githubAnnotations()', () => {
  it('says nothing where all is in order', () => {
    expect(githubAnnotations(reportOf(keptRun()))).toBe('');
  });

  it('has an error per rule that is broken, and a warning per one that should be kept', () => {
    const lines = githubAnnotations(reportOf(fixtureRun())).trimEnd().split('\n');
    expect(lines.map((line) => line.split('::', 2)[1])).toEqual([
      'error title=application.no.derived',
      'error title=answers.nid.check-digit',
      'error title=create.status.201',
      'error title=auth.absent.403',
      'warning title=liveness.attempt.message-empty',
    ]);
    expect(lines[3]).toMatchInlineSnapshot(
      `"::error title=auth.absent.403::Answers 401 instead of 403%0A  expected  403%0A  actual    401%0A  seen in   x2  GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms), application.id 48213377 · 2026-01-05T03:00:00.040Z%0A  again     curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/\${SLUG:?slug of the open application slug#ee4e, or of another one}/result/"%0Aand 1 more"`,
    );
  });

  it('makes warnings errors where they fail the run', () => {
    const text = githubAnnotations(reportOf(fixtureRun(), { failOnWarning: true }));
    expect(text).not.toContain('::warning');
    expect(text).toContain('::error title=liveness.attempt.message-empty::');
  });

  it('warns of what a baseline knows, and fails on what it knows wrongly', () => {
    const rules = (['create.status.201', 'application.id.integer'] as const).map((rule) => ({
      rule,
      reason: 'IDV-7',
      expires: '2026-12-31',
    }));
    const baseline = { format: 'idvkit.conformance-baseline', version: 1, rules } as const;
    const text = githubAnnotations(reportOf(fixtureRun(), { baseline }));
    expect(text).toContain('::warning title=create.status.201::');
    expect(text).toContain('::error title=application.id.integer::Passes, although the baseline lists it as failing');
  });

  it('lets no text of a service begin a command of its own', () => {
    const message =
      'Says\r\n::error::no\n::add-mask::50% ##[stop-commands]x ##vso[task.setvariable]y \u001B]8;;x\u0007\u009B\u202E';
    const run = fixtureRun(somebody, {
      outcomes: [brokenOutcome('create.status.201', { observations: ['x1'], message })],
    });
    const lines = githubAnnotations(reportOf(run)).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^::error title=create\.status\.201::Says%0D%0A::error::no%0A::add-mask::50%25 # #\[stop-commands\]x # #vso\[task\.setvariable\]y /,
    );
    expect(lines[0]).not.toMatch(/[\p{Cc}\p{Cf}]|##[\w.]*\[/u);
  });

  it('says how many more there are than GitHub shows', () => {
    const report = reportOf(fixtureRun());
    const [rule] = report.rules.filter(({ verdict }) => verdict === 'failed');
    if (rule === undefined) throw new Error('No failed rule in the fixture');
    const rules = Array.from({ length: 14 }, (_, index) => ({
      ...rule,
      findings: rule.findings.map((finding) => ({ ...finding, observation: `x${index}` })),
    }));
    const many = { ...report, rules };
    const lines = githubAnnotations(many).trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toMatch(/^::error title=5 more rules::application\.no\.derived, /);
  });

  it('says why nothing could be judged', () => {
    const problem = { code: 'target-unreachable', message: 'Cannot reach it.', fix: 'Start it.' } as const;
    const text = githubAnnotations(reportOf(fixtureRun(somebody, { outcomes: [], complete: false, problem })));
    expect(text).toBe('::error title=target-unreachable::Cannot reach it. Start it.\n');
  });

  it('warns of a failed self-check beside the rules that failed', () => {
    const selfCheck = { judged: 3, missed: ['event.present'] };
    const lines = githubAnnotations(reportOf({ ...fixtureRun(), selfCheck }))
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(4);
    expect(lines.find((line) => line.includes('self-check'))).toBe(
      '::warning title=self-check::Self-check failed for 1 rule (event.present): a pass there is not counted. If the service is well-behaved otherwise, please report this.',
    );
  });
});
