import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { comparison } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { fixtureRun, outcomeOf, somebody } from '../report/fixture-run.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

/** A run in which a rule passes that failed in the fixture. */
function betterRun() {
  const { outcomes } = fixtureRun();
  return fixtureRun(somebody, {
    startedAt: '2026-01-06T03:00:00.000Z',
    outcomes: outcomes.map((each) =>
      each.rule.id === 'answers.nid.check-digit' ? outcomeOf('answers.nid.check-digit') : each,
    ),
  });
}

async function reports(): Promise<string> {
  const cwd = await folderWith();
  await call(['check', '--report', 'json=old.json'], { cwd, run: fixtureRun() });
  await call(['check', '--report', 'json=new.json'], { cwd, run: betterRun() });
  return cwd;
}

describe('idvkit compare', () => {
  it('finds no difference between a report and itself', async () => {
    const { code, io } = await call(['compare', 'old.json', 'old.json'], { cwd: await reports() });
    expect([code, io.stderrText]).toEqual([0, '']);
    expect(io.stdoutText).toMatch(/^A is old.json: .*\n(?:.*\n)*No difference, \d+ conditions compared\.\n$/);
  });

  it('shows a verdict that differs, and ends with 1', async () => {
    const cwd = await reports();
    const { code, io } = await call(['compare', 'old.json', 'new.json'], { cwd });
    expect(code).toBe(1);
    expect(io.stdoutText).toContain('rule: answers.nid.check-digit\n  A: failed\n  B: passed\n\n1 difference, ');
    const json = await call(['compare', 'old.json', 'new.json', '--json'], { cwd });
    expect(comparison.parse(JSON.parse(json.io.stdoutText)).differences).toEqual([
      { kind: 'rule', rule: 'answers.nid.check-digit', a: 'failed', b: 'passed' },
    ]);
  });

  it('runs a configuration with the seed of the report and its own token', async () => {
    const cwd = await reports();
    const report = JSON.parse(await readFile(join(cwd, 'old.json'), 'utf8')) as { readonly seed: number };
    const config = { baseUrl: 'https://staging.example', formSlug: 'kyc', token: '${STAGING}', ledger: false };
    const folder = await folderWith({ 'staging.json': JSON.stringify(config) });
    const env = { STAGING: 'tok-of-staging', IDV_API_TOKEN: 'tok-of-production' };
    const { code, request } = await call(['compare', join(cwd, 'old.json'), 'staging.json'], {
      cwd: folder,
      env,
      run: fixtureRun(),
    });
    expect([code, request?.seed, request?.token, request?.baseUrl]).toEqual([
      0,
      report.seed,
      'tok-of-staging',
      'https://staging.example',
    ]);
  });

  it('refuses a report that says nothing to compare', async () => {
    const cwd = await reports();
    const { behaviour: _, ...rest } = JSON.parse(await readFile(join(cwd, 'old.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const folder = await folderWith({ 'older.json': JSON.stringify(rest) });
    const { code, io } = await call(['compare', 'older.json', join(cwd, 'old.json')], { cwd: folder });
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Cannot compare the report "older.json": it does not say how the service behaves.');
  });
});
