import { execFileSync } from 'node:child_process';

import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { fixtureRun, somebody } from './fixture-run.ts';
import { reportOf } from './plain-page.ts';

/** The line of the finding about an application. */
function lineOf(changes: Partial<ConformanceRun>): string {
  const rule = reportOf(fixtureRun(somebody, changes)).rules.find(({ id }) => id === 'auth.absent.403');
  return rule?.findings[0]?.curl ?? '';
}

/** Runs a line in a shell in which `jq` knows one slug, and `curl` prints what it is called with. */
function run(line: string): string {
  const script = `jq() { echo from-the-ledger; }; curl() { echo "$@"; }; ${line}`;
  return execFileSync('sh', ['-c', script], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
}

describe('the curl line of a finding', () => {
  it('reads the slug from the ledger by its fingerprint', () => {
    const line = lineOf({ ledger: 'idvkit.ledger.json' });

    expect(line).toBe(
      `SLUG=$(jq -er 'last(.created[]|select(.fingerprint=="slug#ee4e")).slug' idvkit.ledger.json) && ` +
        'curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/$SLUG/result/"',
    );
    expect(run(line)).toContain('/applied-forms/from-the-ledger/result/');
  });

  it('names the setting that holds the slug of a fixture', () => {
    const line = lineOf({ created: [], ledger: 'idvkit.ledger.json', fixtures: { submittedSlug: somebody.slug } });

    expect(line).toContain('/applied-forms/${SUBMITTED_SLUG:?fixtures.submittedSlug}/result/');
    expect(run(`SUBMITTED_SLUG=mine; ${line}`)).toContain('/applied-forms/mine/result/');
    expect(() => run(line)).toThrow('SUBMITTED_SLUG: fixtures.submittedSlug');
  });

  it('asks for the slug if nothing has it', () => {
    const line = lineOf({});

    expect(line).toContain('/applied-forms/${SLUG:?slug of the open application slug#ee4e, or of another one}/result/');
    expect(run(`SLUG=mine; ${line}`)).toContain('/applied-forms/mine/result/');
    expect(() => run(line)).toThrow('SLUG: slug of the open application slug#ee4e, or of another one');
    expect(lineOf({ created: [], ledger: 'idvkit.ledger.json' })).toBe(line);
  });

  it('creates another open application of a mock, which keeps no ledger', () => {
    const { target } = fixtureRun();
    const line = lineOf({ target: { ...target, kind: 'mock' } });

    expect(line).toBe(
      'SLUG=$(curl -sS -X POST -H "Authorization: Bearer $IDV_API_TOKEN" ' +
        'https://idv.example.com/en/api/forms/kyc-camera/create/ | jq -er .detail.slug) && ' +
        'curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/$SLUG/result/"',
    );
    expect(run(line)).toContain('/applied-forms/from-the-ledger/result/');
  });

  it.each([
    ['submitted', '-X POST https://idv.example.com/_portal/applications/from-the-ledger/submit'],
    ['expired', '-X POST https://idv.example.com/_portal/applications/from-the-ledger/expire'],
    ['deleted', '-X DELETE https://idv.example.com/_portal/applications/from-the-ledger'],
  ] as const)('brings another application of a mock into the state %s', (application, call) => {
    const { target, observations } = fixtureRun();
    const changed = observations.map((each) =>
      each.kind === 'exchange' ? { ...each, condition: { ...each.condition, application } } : each,
    );
    const line = lineOf({ target: { ...target, kind: 'mock' }, observations: changed });

    expect(run(line).split('\n')).toEqual([
      `-sS -o /dev/null ${call}`,
      '-sS -i https://idv.example.com/en/api/forms/kyc-camera/applied-forms/from-the-ledger/result/',
      '',
    ]);
  });
});
