import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it, type TestContext } from 'vitest';

import { reservePort } from '../../../tools/testing/reserve-port.ts';
import { isProof, sampleOf } from '../../../tools/testing/sample.ts';
import { main } from './command-line.ts';
import { DUE } from './due.ts';
import type { HostileTarget } from './hostile-targets/start.ts';
import * as targets from './hostile-targets/targets.ts';
import { TOKENS } from './independent-service/service.ts';
import { startIndependentService } from './independent-service/start.ts';
import { writeConfig } from './independent-service/write-config.ts';

/** What the applicants of the second service are called, have and live at. */
const PERSONAL = [
  'มาลี',
  'สุขใจ',
  'Malee',
  'Sukjai',
  'Linh',
  'Karla',
  'Brandt',
  'ME7-1234567-01',
  'C1234567',
  '1988-02-29',
  '1979-12-31',
  'A-17/β',
];

describe('idvkit check --config, against the second service', () => {
  it('ends in order, and tells nothing personal in any report', async ({ onTestFinished }) => {
    const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
    onTestFinished(() => rm(cwd, { recursive: true }));
    const port = await reservePort();
    const hook = { url: `http://127.0.0.1:${port}/idv`, secret: 'whsec-8d21-of-the-first' };
    const second = { url: `http://127.0.0.1:${port}/idv/copy`, secret: 'whsec-55c0-of-the-second' };
    const independent = await startIndependentService({ hooks: [hook, second] });
    onTestFinished(() => independent.close());
    await writeConfig(join(cwd, 'idvkit.config.json'), independent, {
      listen: `127.0.0.1:${port}`,
      ...hook,
      second,
    });
    const io = createTestIo({ cwd });
    const kinds = ['json', 'junit', 'har'];
    const budget = ['--budget', `calls=${DUE.calls}`];
    const reports = kinds.flatMap((kind) => ['--report', `${kind}=report.${kind}`]);

    expect(await main(['check', '--config', 'idvkit.config.json', '--verbose', ...budget, ...reports], io)).toBe(0);

    const written = await Promise.all(kinds.map((kind) => readFile(join(cwd, `report.${kind}`), 'utf8')));
    const slugs = [...independent.service.applications.keys()];
    const ids = [...independent.service.applications.values()].flatMap(
      ({ answers }) => answers.get('nid')?.value ?? [],
    );
    expect(slugs.length).toBeGreaterThan(20);
    expect(ids.length).toBeGreaterThan(2);
    const secret = [...PERSONAL, ...slugs, ...ids.map(String), hook.secret, second.secret, ...Object.values(TOKENS)];
    const leaks = [io.stdoutText, io.stderrText, ...written].map((text) =>
      secret.filter((value) => text.includes(value)),
    );
    expect(leaks).toEqual([[], [], [], [], []]);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      summary: { failed: 0, warned: 0, notExercised: 1 },
      complete: true,
      selfCheck: { missed: [] },
    });
  });
});

/** Rules that take few calls to plan. A proof has all. */
const ONLY = isProof ? [] : ['--only', 'create.*'];

async function runAgainst(
  start: () => Promise<HostileTarget>,
  { onTestFinished }: TestContext,
): Promise<[number, TestIo]> {
  const target = await start();
  onTestFinished(() => target.close());
  const io = createTestIo({ env: { IDV_API_TOKEN: 'tok-of-a-stranger' } });
  const argv = ['check', '--base-url', target.baseUrl, '--form-slug', 'kyc-of-a-stranger', ...ONLY];
  return [await main(argv, io), io];
}

describe('idvkit check, against what is no such service', () => {
  const strangers = [
    [targets.deadPort.name, targets.deadPort],
    [targets.otherProtocol.name, targets.otherProtocol],
    [targets.endlessHeaders.name, targets.endlessHeaders],
    [targets.hangingUp.name, targets.hangingUp],
    [targets.endlessBody.name, targets.endlessBody],
    [targets.webSite.name, targets.webSite],
    [targets.plainText.name, targets.plainText],
    [targets.invalidJson.name, targets.invalidJson],
    [targets.redirectLoop.name, targets.redirectLoop],
  ] as const;

  // `hostile-targets.test.ts` has a run against each.
  it.concurrent.for(sampleOf(strangers, { every: 5 }))(
    'ends with exit code 2 and one message: %s',
    async ([, start], context) => {
      const [code, io] = await runAgainst(start, context);
      expect(code).toBe(2);
      const said = io.stdoutText + io.stderrText;
      expect(said).toMatch(/Cannot (reach|check) http:\/\/127\.0\.0\.1:\d+: /);
      expect(said).not.toMatch(/\n\s+at |tok-of-a-stranger|undefined|\[object/);
    },
  );

  it.concurrent.for([
    [targets.maintenance.name, targets.maintenance, 'target-unavailable'],
    [targets.wrongPath.name, targets.wrongPath, 'target-not-this-service'],
    [targets.movedAway.name, targets.movedAway, 'target-redirects'],
  ] as const)('has one error and no failure in any report: %s', async ([, start, code], { onTestFinished }) => {
    const target = await start();
    const cwd = await mkdtemp(join(tmpdir(), 'conformance-'));
    onTestFinished(async () => {
      await target.close();
      await rm(cwd, { recursive: true });
    });
    const io = createTestIo({ cwd, env: { IDV_API_TOKEN: 'tok-of-a-stranger' } });
    const reports = ['junit=r.xml', 'github=r.txt', 'json=r.json'].flatMap((report) => ['--report', report]);
    const argv = ['check', '--base-url', target.baseUrl, '--form-slug', 'kyc', '--rate', '1000', ...ONLY, ...reports];

    expect(await main(argv, io)).toBe(2);

    const [junit = '', github = '', json = ''] = await Promise.all(
      ['r.xml', 'r.txt', 'r.json'].map((name) => readFile(join(cwd, name), 'utf8')),
    );
    expect(junit).toMatch(/^<testsuites [^>]*failures="0" errors="1"/m);
    expect(github).toMatch(new RegExp(`^::error title=${code}::Cannot check [^\\n]*\\n$`));
    expect(JSON.parse(json)).toMatchObject({ exit: { code: 2, reasons: [expect.stringMatching(/^Cannot check /)] } });
    expect(io.stdoutText).toBe('');
  });
});
