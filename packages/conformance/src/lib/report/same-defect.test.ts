import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { alsoBreaksText, groupedByDefect } from './same-defect.ts';

const finding = (observation: string, more: Partial<ReportedFinding> = {}): ReportedFinding => ({
  message: 'Answers 200 instead of 201',
  actual: 200,
  observation,
  ...more,
});

const rule = (id: RuleReport['id'], ...findings: readonly ReportedFinding[]): RuleReport => ({
  id,
  section: 'Create application',
  level: 'must',
  binds: 'service',
  title: id,
  verdict: 'failed',
  observations: findings.length,
  evidence: [],
  findings: [...findings],
});

const idsOf = (rules: readonly RuleReport[]) =>
  groupedByDefect(rules).map(({ rule: { id }, alsoBreaks }) => [id, alsoBreaksText(alsoBreaks)]);

describe('groupedByDefect()', () => {
  const status = rule('create.status.201', finding('x1'), finding('x2'));

  it('puts a rule below an earlier one that has all of its defects', () => {
    expect(idsOf([status, rule('create.status.documented', finding('x2', { message: 'Not listed' }))])).toEqual([
      ['create.status.201', 'Also breaks create.status.documented'],
    ]);
  });

  it.each([
    ['in another call', finding('x3')],
    ['in another value', finding('x1', { path: '/detail' })],
    ['with another value', finding('x1', { actual: 202 })],
  ])('shows a defect %s by itself', (_, other) => {
    expect(idsOf([status, rule('create.status.documented', finding('x1'), other)])).toEqual([
      ['create.status.201', undefined],
      ['create.status.documented', undefined],
    ]);
  });

  it('shows a rule with findings that are not listed by itself', () => {
    const many = { ...rule('create.status.documented', finding('x1')), moreFindings: 3 };

    expect(idsOf([status, many]).map(([id]) => id)).toEqual(['create.status.201', 'create.status.documented']);
  });
});
