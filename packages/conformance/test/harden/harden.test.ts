import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { matchesGlob } from '@idvkit/cli-kit';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { hardenReport, type HardenReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { runClient } from '../../src/lib/harden/client-command.ts';
import { hardenClient, type HardenOptions } from '../../src/lib/harden/harden-client.ts';
import { folderWith } from '../cli/folder.ts';
import { main } from '../command-line.ts';
import { expects, fakeClient } from './fake-client.ts';

const STATUS = 'create.status.201';
const NUMBER = 'application.id.integer';
/** No call of the fake client has an invalid token. */
const UNMET = 'auth.invalid-token.401';

function harden(assertions: string, options: Partial<HardenOptions> = {}): Promise<HardenReport> {
  return hardenClient({
    words: fakeClient(assertions),
    cwd: '/',
    env: { IDV_API_TOKEN: 'the-real-token' },
    signal: new AbortController().signal,
    jobs: 2,
    isChosen: matchesGlob([STATUS, NUMBER, UNMET, 'key-order']),
    tool: { name: 'idvkit', version: '0.1.0' },
    clock: { now: () => Date.parse('2026-01-05T03:00:00Z') },
    ...options,
  });
}

const outcomes = ({ changes }: HardenReport) => Object.fromEntries(changes.map(({ id, tests }) => [id, tests]));

describe('hardenClient()', () => {
  it('runs the tests with each change that alters a byte that the client receives', async () => {
    const report = await harden(expects('created.status === 201 && token === "idv_test_token"'));

    expect(outcomes(report)).toEqual({
      [STATUS]: 'failed',
      [NUMBER]: 'passed',
      [UNMET]: 'not-met',
      'key-order': 'passed',
    });
    expect(report.summary).toEqual({
      faults: { met: 2, run: 2, noticed: 1 },
      variations: { met: 1, run: 1, broke: 0 },
      score: 50,
    });
    expect(report.complete).toBe(true);
    expect(hardenReport.parse(report)).toEqual(report);
    expect(report.changes.find(({ id }) => id === STATUS)?.first).toEqual({
      call: 'POST create',
      what: 'status',
      correct: '201',
      changed: '200',
    });
  });

  it('has no survivor once its test is written, and says which variation breaks the client', async () => {
    const report = await harden(
      expects('created.status === 201 && Number.isInteger(result.application.id)') +
        expects('Object.keys(result)[0] === "application"'),
    );

    expect(outcomes(report)).toMatchObject({ [STATUS]: 'failed', [NUMBER]: 'failed', 'key-order': 'failed' });
    expect(report.summary).toMatchObject({ score: 100, variations: { broke: 1 } });
  });

  it('continues an interrupted run, and runs survivors again', async () => {
    const ending = new AbortController();
    const part = await harden('', {
      jobs: 1,
      signal: ending.signal,
      isChosen: matchesGlob([STATUS, NUMBER]),
      onResult: () => Promise.resolve(ending.abort()),
    });
    expect([part.complete, part.summary.faults]).toEqual([false, { met: 2, run: 1, noticed: 0 }]);

    const rest = await harden(expects('created.status === 201 && Number.isInteger(result.application.id)'), {
      earlier: part,
      isChosen: matchesGlob([STATUS, NUMBER]),
    });
    expect([rest.complete, rest.summary.faults]).toEqual([true, { met: 2, run: 2, noticed: 2 }]);
  });

  it('starts no run after its time, and says that it is not complete', async () => {
    const report = await harden('', { budgetMs: 0 });
    expect([report.complete, report.summary.score]).toEqual([false, null]);
    expect(outcomes(report)).toMatchObject({ [STATUS]: 'not-run', [UNMET]: 'not-met' });
  });

  it('runs every change if the calls cannot be repeated exactly', async () => {
    // The clock of the recording stands still, so that the repeated call is one too many.
    const limited = `
      await fetch(portal + '/settings', { method: 'PUT', headers, body: '{"rateLimit":{"requests":1,"windowMs":1}}' });
      const statusOfInfo = async () => (await fetch(forms + 'applied-forms/' + detail.slug + '/info/', { headers })).status;
      for (const _ of [1, 2]) while ((await statusOfInfo()) === 429);`;
    expect(outcomes(await harden(limited, { isChosen: matchesGlob([UNMET]) }))).toEqual({ [UNMET]: 'passed' });
  });

  it.each([
    ['client-red', fakeClient('process.exit(1)')],
    ['client-silent', [process.execPath, '-e', '0']],
    ['client-unstartable', ['/no/such/program']],
  ] as const)('stops with %s if the first run cannot be the measure', async (code, words) => {
    await expect(harden('', { words })).rejects.toMatchObject({ code, exitCode: 2 });
  });
});

describe('hardenClient(), of tests that fail', () => {
  it('lists the rules that their calls broke', async () => {
    const call = `
      const { IDV_BASE_URL: base, IDV_API_TOKEN: authorization } = process.env;
      const { status } = await fetch(base + '/en/api/forms/kyc-camera/create/', { method: 'POST', headers: { authorization } });
      console.log('status', status);
      process.exit(1);`;
    await expect(harden('', { words: [process.execPath, '--input-type=module', '-e', call] })).rejects.toMatchObject({
      code: 'client-red',
      details: [
        'status 401',
        '✗ client.token.bearer: Sends the Authorization header without "Bearer" before the token',
      ],
    });
  });
});

describe('runClient()', () => {
  it('ends a command that hangs, with its children', async () => {
    const hanging =
      "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' })";
    const run = await runClient({
      words: [process.execPath, '-e', hanging],
      cwd: '/',
      env: {},
      timeoutMs: 100,
      signal: new AbortController().signal,
    });
    expect(run.ended).toBe('timed-out');
  });

  it.runIf(process.platform !== 'win32')(
    'does not wait for a process that left the group and holds the output',
    async () => {
      const leaving = `
      const { spawn } = require('node:child_process');
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'inherit' });
      process.stdout.write(String(left.pid), () => process.exit(0));`;
      const run = await runClient({
        words: [process.execPath, '-e', leaving],
        cwd: '/',
        env: {},
        signal: new AbortController().signal,
      });
      process.kill(Number(run.output), 'SIGKILL');
      expect(run.ended).toBe('passed');
    },
  );
});

describe('idvkit harden', () => {
  it('prints survivors with rule, call, sentence and test, writes reports, and ends with 1 below --min', async () => {
    const cwd = await folderWith();
    const io = createTestIo({ cwd, columns: 100 });
    const reports = ['html=h.html', 'markdown=h.md', 'json=h.json'].flatMap((each) => ['--report', each]);
    const only = ['--only', STATUS, '--only', NUMBER];
    const argv = ['harden', ...only, ...reports, '--min', '60', '--', ...fakeClient(expects('created.status === 201'))];

    expect(await main(argv, io)).toBe(1);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Faults that your tests did not notice (1)

      application.id.integer: the service writes the id as a string
        GET result: string instead of number at \`/application/id\`
        Application: "\`id\` | integer | Internal application id."
        Write a test that expects the right value at \`/application/id\` of GET result, or an error from
        your code for a wrong one.

      Your tests noticed 1 of 2 faults that they could meet; your code broke under 0 of 0 valid
      variations. Score: 50 %
      Skipped 0 changes that alter no byte of what your tests receive (2 calls and 0 deliveries).
      "
    `);
    const files = await Promise.all(['h.html', 'h.md', 'h.json'].map((name) => readFile(join(cwd, name), 'utf8')));
    for (const text of files) expect(text).toContain(NUMBER);
    expect(await readdir(join(cwd, '.idvkit'))).toEqual([]);
  });

  it('refuses ids that do not exist', async () => {
    const io = createTestIo({ cwd: await folderWith() });
    expect(await main(['harden', '--only', 'nonsense', '--', 'true'], io)).toBe(2);
    expect(io.stderrText).toContain('Cannot choose "nonsense"');
  });
});
