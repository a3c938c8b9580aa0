import { xmlElement, xmlTextElement } from '@idvkit/cli-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { junitReport } from '../../src/lib/report/junit-report.ts';
import { brokenOutcome, fixtureRun, keptRun, outcomeOf } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';
import { parseXml, type XmlElement } from './xml-document.ts';

/** Names of the test cases by what they came to. */
function casesOf(root: XmlElement): Record<string, string[]> {
  const cases: Record<string, string[]> = {};
  for (const suite of root.children) {
    for (const { attributes, children } of suite.children) {
      const outcome = children.find(({ name }) => name !== 'system-out')?.name ?? 'passed';
      (cases[outcome] ??= []).push(attributes['name'] ?? '');
    }
  }
  return cases;
}

describe('junitReport()', () => {
  const report = reportOf(fixtureRun());

  it('has a test case per rule, and counts that agree with it', () => {
    const root = parseXml(junitReport(report));
    expect(root.attributes).toMatchObject({ tests: '10', failures: '4', errors: '0', skipped: '3', time: '61.400' });
    expect(casesOf(root)).toEqual({
      passed: ['application.id.integer', 'other-status.ekyc.enum', 'liveness.attempt.message-empty'],
      failure: ['application.no.derived', 'answers.nid.check-digit', 'create.status.201', 'auth.absent.403'],
      skipped: ['create.credit.not-consumed', 'delivery.https', 'create.credit.461-envelope'],
    });
    const sum = (attribute: string): number =>
      root.children.reduce((total, suite) => total + Number(suite.attributes[attribute]), 0);
    expect([sum('tests'), sum('failures'), sum('skipped')]).toEqual([10, 4, 3]);
  });

  it('shows the evidence of a failure', () => {
    const suite = parseXml(junitReport(report)).children.find(
      ({ attributes }) => attributes['name'] === 'Authentication',
    );
    const failure = suite?.children[0]?.children[0];
    expect(failure?.attributes).toEqual({ type: 'failed', message: 'Answers 401 instead of 403' });
    expect(failure?.text).toMatchInlineSnapshot(`
      "A call without an Authorization header, where a token is needed, returns 403

      Answers 401 instead of 403
        expected  403
        actual    401
        seen in   x2  GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms), application.id 48213377 · 2026-01-05T03:00:00.040Z
        again     curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/\${SLUG:?slug of the open application slug#ee4e, or of another one}/result/"

      Answers 401 instead of 403
        expected  403
        actual    401
        seen in   x3  GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → no answer: connection reset, application.id 48213377 · 2026-01-05T03:00:00.060Z
        again     curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/\${SLUG:?slug of the open application slug#ee4e, or of another one}/result/""
    `);
  });

  it('says of a rule that was not exercised what to supply', () => {
    const root = parseXml(junitReport(report));
    const skipped = root.children
      .flatMap(({ children }) => children)
      .find(({ attributes }) => attributes['name'] === 'delivery.https');
    expect(skipped?.children[0]?.attributes).toEqual({
      message: 'A receiver that the service reaches over HTTPS (receiver.url).',
    });
  });

  it('makes failures of warnings where they fail the run', () => {
    expect(casesOf(parseXml(junitReport({ ...report, failOnWarning: true })))['failure']).toContain(
      'liveness.attempt.message-empty',
    );
  });

  it('makes a failure of an unexpected pass, and skips what is known to fail', () => {
    const entry = { reason: 'Ticket 12', expires: '2026-02-01' };
    const baseline = {
      format: 'idvkit.conformance-baseline' as const,
      version: 1 as const,
      rules: [
        { rule: 'application.id.integer' as const, ...entry },
        { rule: 'create.status.201' as const, ...entry },
        { rule: 'auth.absent.403' as const, ...entry, expires: '2026-01-04' },
      ],
    };
    const cases = casesOf(parseXml(junitReport(reportOf(fixtureRun(), { baseline }))));
    expect(cases['failure']).toEqual([
      'application.id.integer',
      'application.no.derived',
      'answers.nid.check-digit',
      'auth.absent.403',
    ]);
    expect(cases['skipped']).toContain('create.status.201');
  });

  it('makes errors of what kept the run from judging', () => {
    const problem = { code: 'target-unreachable' as const, message: 'Cannot reach it.', fix: 'Start it.' };
    const run = { ...keptRun(), complete: false, problem, selfCheck: { judged: 3, missed: [] } };
    const root = parseXml(junitReport(reportOf(run)));
    expect(root.attributes['errors']).toBe('1');
    expect(casesOf(root)['error']).toEqual(['target-unreachable']);
  });

  it('skips a rule whose self-check failed, and lets every other failure stand', () => {
    const run = {
      ...keptRun(),
      outcomes: [
        brokenOutcome('create.status.201', { observations: ['x1'], message: 'Answers 200' }),
        outcomeOf('event.present', { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'Self-check failed.' }),
      ],
      selfCheck: { judged: 3, missed: ['event.present'] },
    };
    const root = parseXml(junitReport(reportOf(run)));
    const { failures, errors, skipped } = root.attributes;
    expect({ failures, errors, skipped }).toEqual({ failures: '1', errors: '0', skipped: '1' });
    expect(casesOf(root)['skipped']).toEqual(['event.present']);
  });
});

describe('xmlElement()', () => {
  it('is well-formed and reads back, whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (attribute, text) => {
        const document = xmlElement('a', { b: attribute }, [xmlTextElement('c', {}, text)]);
        const root = parseXml(`<?xml version="1.0" encoding="UTF-8"?>\n${document}`);
        const readable = (original: string): string =>
          // oxlint-disable-next-line no-control-regex -- these are what XML 1.0 cannot hold
          original.replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD');
        expect([root.attributes['b'], root.children[0]?.text]).toEqual([readable(attribute), readable(text)]);
      }),
    );
  });
});
