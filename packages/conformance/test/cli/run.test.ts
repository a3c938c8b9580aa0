import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { conformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { fixtureRun, keptRun, outcomeOf, somebody } from '../report/fixture-run.ts';
import { parseXml } from '../report/xml-document.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

describe('idvkit check', () => {
  it('prints the report', async () => {
    const { code, io } = await call(['check']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "idvkit 0.1.0 · https://idv.example.com
      Target: a live service · Form: kyc-camera · Specification: 1.3.0 · Seed: 7

      ✓ 3 rules: 3 passed, 0 failed · exit 0
        Duration: 1 min 1 s · Observations: 6 · Checks: 12
        Self-check: 12 of 12 passed · Applications created: 1
        Failed calls: 1 without a whole response of 3
        --verbose shows everything
      "
    `);
    expect(io.stderrText).toMatchInlineSnapshot(`
      "1 application stays on the target; "idvkit.ledger.json" lists them.
      "
    `);
  });

  it('prints one JSON document and nothing else', async () => {
    const { code, io } = await call(['check', '--json'], { run: fixtureRun() });
    expect(code).toBe(1);
    expect(conformanceReport.parse(JSON.parse(io.stdoutText)).summary).toMatchObject({ failed: 4, passed: 2 });
  });

  it('writes reports that only the owner may read, and makes their folders', async () => {
    const cwd = await folderWith();
    const argv = ['check', '--report', 'json=out/r.json', '--report', 'junit=out/r.xml', '--report', 'har=out/r.har'];
    const { code } = await call(argv, { cwd, run: fixtureRun() });
    expect(code).toBe(1);
    const read = (name: string): Promise<string> => readFile(join(cwd, 'out', name), 'utf8');
    expect(conformanceReport.parse(JSON.parse(await read('r.json'))).rules).toHaveLength(10);
    expect(parseXml(await read('r.xml')).name).toBe('testsuites');
    expect(JSON.parse(await read('r.har'))).toMatchObject({ log: { version: '1.2' } });
    expect((await stat(join(cwd, 'out/r.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual(['r.har', 'r.json', 'r.xml']);
  });

  it('fails where a required rule was not exercised', async () => {
    const run = {
      ...keptRun(),
      outcomes: [
        outcomeOf('event.present'),
        outcomeOf('delivery.https', { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'HTTPS.' }),
      ],
    };
    const { code, io } = await call(['check', '--require', 'delivery.*'], { run });
    expect(code).toBe(3);
    expect(io.stdoutText).toContain(
      '? 1 required rule was not tested: delivery.https. · 2 rules: 1 passed, 0 failed\n',
    );
  });

  it('fails on a warning where that is asked for', async () => {
    const run = { ...fixtureRun(), outcomes: fixtureRun().outcomes.filter(({ verdict }) => verdict === 'warned') };
    expect((await call(['check'], { run })).code).toBe(0);
    expect((await call(['check', '--fail-on-warning'], { run })).code).toBe(1);
  });

  it('excuses what a baseline knows, and brings the baseline up to date', async () => {
    const cwd = await folderWith();
    const argv = ['check', '--report', 'baseline=known.json'];
    expect((await call(argv, { cwd, run: fixtureRun() })).code).toBe(1);
    const { code, io } = await call(['check', '--baseline', 'known.json'], { cwd, run: fixtureRun() });
    expect(code).toBe(0);
    expect(io.stdoutText).toContain('Known to fail · 4 rules');
    const kept = await call(['check', '--baseline', 'known.json'], { cwd });
    expect(kept.code).toBe(1);
    expect(kept.io.stdoutText).toContain('Unexpected pass · 1 rule\n\n✗ create.status.201\n');
  });

  it('reports what was seen until it was interrupted', async () => {
    const cwd = await folderWith();
    const run = { ...fixtureRun(), complete: false, interrupted: true, stopped: 'Interrupted' };
    const { code, io } = await call(['check', '--report', 'json=r.json'], { cwd, run, during: (io) => io.interrupt() });
    expect(code).toBe(130);
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      complete: false,
      exit: { code: 130 },
    });
    expect(io.stdoutText).toContain('The run was interrupted');
  });

  it('says in one message why a target could not be judged, and writes the reports all the same', async () => {
    const cwd = await folderWith();
    const problem = {
      code: 'target-unreachable' as const,
      message: 'Cannot reach https://idv.example.com: the connection is refused.',
      fix: 'Check that it runs.',
    };
    const run = { ...fixtureRun(somebody, { outcomes: [], observations: [], created: [] }), complete: false, problem };
    const { code, io } = await call(['check', '--report', 'json=r.json'], { cwd, run });
    expect([code, io.stdoutText]).toEqual([2, '']);
    expect(io.stderrText).toBe(
      'idvkit: Cannot reach https://idv.example.com: the connection is refused.\nCheck that it runs.\n',
    );
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      problem: { code: 'target-unreachable' },
    });
  });

  it('shows what it is at on a terminal', async () => {
    const { io } = await call(['check'], {
      isTTY: true,
      env: { NO_COLOR: '1' },
      during: (_, { onProgress }) => {
        onProgress?.({ kind: 'started', target: 'https://idv.example.com', scenarios: 19 });
        onProgress?.({ kind: 'scenario-started', scenario: 'credentials' });
      },
    });
    expect(io.stderrText).toContain('Checking https://idv.example.com: 19 scenarios\n');
    expect(io.stderrText).toContain('0/19 scenarios');
    expect(io.stderrText.endsWith('1 application stays on the target; "idvkit.ledger.json" lists them.\n')).toBe(true);
  });
});
