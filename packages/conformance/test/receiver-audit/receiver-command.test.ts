import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { conformanceReport } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { againLine } from '../../src/lib/report/again-line.ts';
import { createMasker } from '../../src/lib/report/mask/create-masker.ts';
import { folderWith } from '../cli/folder.ts';
import { createMain, main } from '../command-line.ts';
import { fixtureRun } from '../report/fixture-run.ts';
import { audit } from './audit.ts';
import { SECRET, startReceiver, type TestReceiver } from './test-receiver.ts';

const TARGET = { baseUrl: 'http://127.0.0.1:1/hook', formSlug: '', kind: 'receiver' } as const;

const impatient = (receiver: TestReceiver): ReturnType<typeof createMain> =>
  createMain({
    auditReceiver: ({ probe, ...options }) =>
      audit(receiver, { ...options, ...(probe === undefined ? {} : { probe }) }),
  });

function ioWith(env: Record<string, string> = { IDV_WEBHOOK_SECRET: SECRET }, cwd = '/'): TestIo {
  return createTestIo({ env, cwd, columns: 100 });
}

describe('idvkit receiver', () => {
  it('says that every rule is kept, with a probe', async () => {
    await using receiver = await startReceiver();
    const io = ioWith();
    const argv = [
      'receiver',
      '--url',
      receiver.url,
      '--probe',
      receiver.probe,
      '--max-body',
      '1500KB',
      '--seed',
      '7',
      '--verbose',
    ];
    const code = await impatient(receiver)(argv, io);
    expect(io.stdoutText).toContain("Target: a client's receiver · Specification: 1.3.0 · Seed: 7");
    expect(io.stdoutText).toContain('Not seen for: tens of megabytes (--max-body).');
    expect(io.stdoutText).toContain('✓ 16 rules: 16 passed, 0 failed · exit 0');
    expect(code).toBe(0);
  });

  it('shows what is broken, with its evidence', async () => {
    await using receiver = await startReceiver({ duplicate: 409 });
    const io = ioWith();
    const code = await main(['receiver', '--url', receiver.url, '--only', '*.duplicate.*', '--seed', '7'], io);
    expect(io.stdoutText).toContain('✗ receiver.duplicate.acknowledged  Delivery rules · must');
    expect(io.stdoutText).toMatch(/x\d+ the same submission under another nounce → 409/);
    expect(io.stdoutText).toContain('✗ 2 rules: 0 passed, 1 failed · ○ 1 not tested · exit 1');
    expect(io.stdoutText.replaceAll(/\s+/g, ' ')).toContain(
      'Not tested: 1 rule. A probe that counts the submissions that the receiver has processed (--probe).',
    );
    expect(code).toBe(1);
  });

  it.each([
    [500, 'The receiver answered 500 to 4 of 4 deliveries.'],
    [302, 'The receiver answered 302 to 1 of 1 delivery.'],
  ])('fails if every answer is %i, whatever rules are chosen', async (status, ended) => {
    await using receiver = await startReceiver({ look: () => status });
    const io = ioWith();
    const argv = ['receiver', '--url', receiver.url, '--only', 'receiver.secret*'];
    expect(await impatient(receiver)(argv, io)).toBe(1);
    expect(io.stdoutText).toContain('✗ receiver.accepts-2xx  Delivery rules · must');
    expect(io.stdoutText).toContain('✗ 4 rules: 0 passed, 1 failed · ○ 3 not tested · exit 1');
    expect(io.stdoutText.replaceAll(/\s+/g, ' ')).toContain(`Ended early: ${ended} Nothing else can be checked.`);
  });

  it('writes reports of the format of runs, without secrets and people in them', async () => {
    await using receiver = await startReceiver();
    const cwd = await folderWith({});
    const io = ioWith({ IDV_WEBHOOK_SECRET: SECRET }, cwd);
    const reports = ['json=all.json', 'junit=all.xml', 'har=all.har'].flatMap((report) => ['--report', report]);
    const argv = ['receiver', '--url', `${receiver.url}?key=in-the-query`, '--max-body', '160KB', '--json', ...reports];
    expect(await main(argv, io)).toBe(0);
    expect(conformanceReport.parse(JSON.parse(io.stdoutText))).toMatchObject({ target: { kind: 'receiver' } });
    const files = ['all.json', 'all.xml', 'all.har'].map((file) => readFile(resolve(cwd, file), 'utf8'));
    for (const text of [io.stdoutText, io.stderrText, ...(await Promise.all(files))]) {
      for (const hidden of [SECRET, SECRET.slice(0, -1), SECRET.slice(1), 'in-the-query']) {
        expect(text.toLowerCase()).not.toContain(hidden.toLowerCase());
      }
      expect(text).not.toMatch(/"value":"\d{13}"/);
    }
  });

  it.each([
    ['an address', '', [], ''],
    ['an address with a query', '?key=in-the-query', [], ''],
    ['a size', '', ['--max-body', '160KB'], ' --max-body 160000'],
  ])('prints a command that checks a failed rule again, of an audit with %s', async (_, query, options, repeated) => {
    await using receiver = await startReceiver({ refuse: () => undefined });
    const argv = ['receiver', '--url', `${receiver.url}${query}`, '--only', 'receiver.secret-absent.401', ...options];
    const io = ioWith();
    expect(await main([...argv, '--seed', '7'], io)).toBe(1);
    const address = query === '' ? receiver.url : '"${RECEIVER_URL:?address of the receiver}"';
    const again = `idvkit receiver --url ${address}${repeated} --only receiver.secret-absent.401 --seed 7`;
    expect(io.stdoutText.split('\n')).toContain(`    again: ${again}`);
  });

  it('repeats the probe of a count, and the whole audit of what any delivery can break', () => {
    const run = { audited: { url: 'http://127.0.0.1:1/hook', hasProbe: true }, seed: 7 };
    const again = (rule: RuleId) => againLine(rule, run, createMasker({ ...fixtureRun(), target: TARGET }));
    expect(again('receiver.duplicate.processed-once')).toBe(
      'idvkit receiver --url http://127.0.0.1:1/hook --probe "${PROBE:?source of the number of processed submissions}" --only receiver.duplicate.processed-once --seed 7',
    );
    expect(again('receiver.within-30s')).toBe('idvkit receiver --url http://127.0.0.1:1/hook --seed 7');
  });

  it('fails where a rule is required that needs a probe', async () => {
    await using receiver = await startReceiver();
    const io = ioWith();
    const rule = 'receiver.duplicate.processed-once';
    const argv = ['receiver', '--url', receiver.url, '--only', 'receiver.duplicate.*', '--require', rule];
    expect(await main(argv, io)).toBe(3);
    expect(io.stdoutText).toContain(`1 required rule was not tested: ${rule}.`);
  });

  it('fails on a warning where it is told to', async () => {
    await using receiver = await startReceiver({ notJson: 200 });
    const argv = ['receiver', '--url', receiver.url, '--only', 'receiver.refuses-malformed'];
    expect(await main(argv, ioWith())).toBe(0);
    expect(await main([...argv, '--fail-on-warning'], ioWith())).toBe(1);
  });

  it.each([
    [
      'a receiver that nobody can reach',
      'http://127.0.0.1:1/idv',
      SECRET,
      'Cannot deliver to http://127.0.0.1:1/idv at all: connection refused.',
    ],
    ['no secret', 'http://127.0.0.1:1/idv', '', 'Cannot continue without the webhook secret: none is given.'],
    [
      'an address with a password',
      'http://a:b@127.0.0.1:1/',
      SECRET,
      'Cannot use the address of http://127.0.0.1:1: it has a user or password in it.',
    ],
  ])('says in one message that it cannot audit %s', async (_, url, secret, message) => {
    const io = ioWith({ IDV_WEBHOOK_SECRET: secret });
    expect(await main(['receiver', '--url', url], io)).toBe(2);
    expect(io.stdoutText).toBe('');
    expect(io.stderrText).toContain(message);
    expect(io.stderrText.match(/^idvkit: /gm)).toHaveLength(1);
  });

  it('says that it has another secret than the receiver', async () => {
    await using receiver = await startReceiver();
    const io = ioWith({ IDV_WEBHOOK_SECRET: 'another-secret' });
    expect(await main(['receiver', '--url', receiver.url], io)).toBe(2);
    expect(io.stdoutText).toBe('');
    expect(io.stderrText).toContain('it refuses the secret (401).');
    expect(io.stderrText).not.toContain('another-secret');
  });

  it('refuses a rule that does not bind receivers', async () => {
    const io = ioWith();
    expect(await main(['receiver', '--url', 'http://127.0.0.1:1/', '--only', 'create.*'], io)).toBe(2);
    expect(io.stderrText).toContain('Cannot find a rule that binds the receiver and matches "create.*".');
  });

  it('reports what it saw until it was interrupted', async () => {
    const io = ioWith();
    await using receiver = await startReceiver({
      instead: (_, __, number) => {
        if (number === 5) io.interrupt();
        return false;
      },
    });
    expect(await main(['receiver', '--url', receiver.url], io)).toBe(130);
    expect(io.stdoutText).toContain('The run was interrupted: what was seen until then is judged.');
    expect(receiver.deliveries).toBe(5);
  });
});
