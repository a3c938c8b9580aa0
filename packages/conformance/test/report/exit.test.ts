import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { ReportOptions } from '../../src/lib/report/build-report.ts';
import { brokenOutcome, fixtureRun, keptRun, outcomeOf } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

const idle = outcomeOf('delivery.https', { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'HTTPS.' });
const failed = brokenOutcome('create.status.201', { observations: ['x1'], message: 'Answers 200' });
const warned = brokenOutcome('info.size.about-57-kb', { observations: ['x1'], message: 'Far off' });
const problem = { code: 'target-hangs' as const, message: 'Cannot judge it: it hangs.', fix: 'Look at it.' };
const until = (expires: string) => ({
  format: 'idvkit.conformance-baseline' as const,
  version: 1 as const,
  rules: [{ rule: 'create.status.201' as const, reason: 'Ticket 12', expires }],
});

function exitOf(changes: Partial<ConformanceRun>, options: Partial<ReportOptions> = {}): ConformanceReport['exit'] {
  return reportOf({ ...keptRun(), ...changes }, options).exit;
}

describe('the end of a run', () => {
  it.each<[string, number, Partial<ConformanceRun>, Partial<ReportOptions>]>([
    ['everything kept', 0, {}, {}],
    ['a rule broken', 1, { outcomes: [failed] }, {}],
    ['a warning', 0, { outcomes: [warned] }, {}],
    ['a warning that fails the run', 1, { outcomes: [warned] }, { failOnWarning: true }],
    ['a known failure', 0, { outcomes: [failed] }, { baseline: until('2026-01-05') }],
    ['a known failure that expired yesterday', 1, { outcomes: [failed] }, { baseline: until('2026-01-04') }],
    ['a pass that the baseline does not expect', 1, {}, { baseline: until('2026-02-01') }],
    ['nothing judged', 3, { outcomes: [idle] }, {}],
    ['no rules at all', 3, { outcomes: [] }, {}],
    ['a rule not exercised', 0, { outcomes: [idle, outcomeOf('application.id.integer')] }, {}],
    [
      'a required rule not exercised',
      3,
      { outcomes: [idle, outcomeOf('application.id.integer')] },
      { required: ['delivery.https'] },
    ],
    [
      'a required rule not exercised and another broken',
      1,
      { outcomes: [idle, failed] },
      { required: ['delivery.https'] },
    ],
    ['a failed self-check', 0, { selfCheck: { judged: 9, missed: ['event.present'] } }, {}],
    [
      'a failed self-check and a rule broken',
      1,
      { outcomes: [failed], selfCheck: { judged: 9, missed: ['event.present'] } },
      {},
    ],
    ['a problem after a rule was seen broken', 1, { outcomes: [failed], complete: false, problem }, {}],
    ['a problem', 2, { complete: false, problem }, {}],
    ['a target that could not be judged', 2, { outcomes: [idle], complete: false, problem }, {}],
    [
      'a problem, and a required rule not exercised',
      2,
      { outcomes: [idle, outcomeOf('application.id.integer')], complete: false, problem },
      { required: ['delivery.https'] },
    ],
    [
      'an interruption, whatever else',
      130,
      { outcomes: [failed], complete: false, interrupted: true, stopped: 'Interrupted' },
      {},
    ],
  ])('%s: %i', (_, code, changes, options) => {
    expect(exitOf(changes, options).code).toBe(code);
  });

  it('gives no second reason where a problem explains that no rule was tested', () => {
    const { reasons } = exitOf({ outcomes: [idle], complete: false, problem });
    expect(reasons).toEqual(['Cannot judge it: it hangs.']);
  });

  it('gives every reason, the deciding one first', () => {
    const run = { outcomes: [idle, failed], selfCheck: { judged: 9, missed: ['event.present'] } };
    expect(exitOf(run, { required: ['delivery.https'] }).reasons).toMatchInlineSnapshot(`
      [
        "1 rule failed: create.status.201.",
        "1 required rule was not tested: delivery.https.",
        "Self-check failed for 1 rule (event.present): a pass there is not counted. If the service is well-behaved otherwise, please report this.",
      ]
    `);
  });
});

describe('buildReport()', () => {
  it.each([
    ['a run in which much happened', fixtureRun()],
    ['a run in which all was kept', keptRun()],
    [
      'a run that was interrupted',
      { ...keptRun(), complete: false, interrupted: true, stopped: 'Interrupted', outcomes: [] },
    ],
    ['a run with a problem', { ...keptRun(), complete: false, problem }],
  ])('makes a report in its format of %s', (_, run) => {
    expect(conformanceReport.parse(JSON.parse(JSON.stringify(reportOf(run))))).toMatchObject({ version: 1 });
  });

  it('counts judgements, and gives every id of its evidence a line', () => {
    const report = reportOf(fixtureRun());
    expect(report.summary).toEqual({ passed: 2, failed: 4, warned: 1, notExercised: 3, known: 0, observations: 6 });
    const seen = new Set(report.observed.map(({ id }) => id));
    const named = report.rules.flatMap(({ evidence, findings }) => [
      ...evidence,
      ...findings.flatMap(({ observation, also = [] }) => [observation, ...also]),
    ]);
    expect(named.filter((id) => !seen.has(id))).toEqual([]);
    expect(report.observed.map(({ summary }) => summary)).toMatchInlineSnapshot(`
      [
        "POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)",
        "GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms), application.id 48213377",
        "GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → no answer: connection reset, application.id 48213377",
        "submit of slug#ee4e by an operator, application.id 48213377",
        "submit_form of slug#ee4e to a → 204, application.id 48213377",
        "watch of slug#ee4e for 60 s, application.id 48213377",
      ]
    `);
  });

  it('gives slugs fingerprints that are the same within a report, and others in the next', () => {
    const [one, same] = [fixtureRun(), fixtureRun()].map((run) => reportOf(run).created);
    expect(one).toEqual(same);
    expect(reportOf(fixtureRun()).created[0]).toMatch(/^slug#[\da-f]{4}$/);
  });
});
