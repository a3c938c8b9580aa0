import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { ExitCode } from '@idvkit/cli-kit';
import { createTestIo, type TestIo, type TestIoOptions } from '@idvkit/cli-kit/testing';
import { conformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { createMain } from '../../src/lib/cli/main.ts';
import type { ConformanceRun } from '../../src/lib/drive/conformance-run.ts';
import type { RunOptions } from '../../src/lib/drive/run-options.ts';
import { fixtureRun, keptRun, outcomeOf, somebody } from '../report/fixture-run.ts';
import { parseXml } from '../report/xml-document.ts';
import { folderWith } from './folder.ts';

const clock = { now: () => Date.parse('2026-01-05T03:02:00Z') };

interface Called {
  readonly code: ExitCode;
  readonly io: TestIo;
  /** What the run was asked for; undefined where none was begun. */
  readonly request: RunOptions | undefined;
}

/** Calls the command with a run that comes to what is given. */
async function call(
  argv: readonly string[],
  {
    run = keptRun(),
    during,
    ...options
  }: TestIoOptions & {
    readonly run?: ConformanceRun;
    readonly during?: (io: TestIo, request: RunOptions) => void;
  } = {},
): Promise<Called> {
  const io = createTestIo(options);
  let request: RunOptions | undefined;
  const main = createMain({
    clock,
    fingerprintKey: 'test',
    tool: { name: 'idv-conformance', version: '0.1.0' },
    runConformance: (asked) => {
      request = asked;
      during?.(io, asked);
      return Promise.resolve(run);
    },
  });
  return { code: await main(argv, io), io, request };
}

describe('idv-conformance run', () => {
  it('prints the report', async () => {
    const { code, io } = await call(['run']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "idv-conformance 0.1.0 · specification 1.3.0
      https://idv.example.com · a live service · form kyc-camera · seed 7

        Section             passed  failed  warned  not exercised  checks
      ✓ Application              1       ·       ·              ·       4
      ✓ Answer                   1       ·       ·              ·       4
      ✓ Create application       1       ·       ·              ·       4

      3 rules · 3 passed · 0 failed
      6 observations, 12 checks · 12 of 12 canaries caught · 1 application created
      1 min 1 s

      ✓ Every rule is kept. (exit 0)
      "
    `);
    expect(io.stderrText).toMatchInlineSnapshot(`
      "1 application stays on the target; "idvkit.ledger.json" lists them.
      "
    `);
  });

  it('prints what is not in order alone when it is to be quiet', async () => {
    const { code, io } = await call(['run', '--quiet', '--only', 'create.*'], { run: fixtureRun() });
    expect(code).toBe(1);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Failed · 4 rules

      ✗ application.no.derived  Application · must
        \`application.no\` is \`COK00\` followed by the zero-padded \`application.id\`

        → The digits of \`application.no\` after \`COK00\` do not read as
          \`application.id\`
          d1 submit_form of slug#ee4e to a → 204
          │
          │ /application/no: "[masked: COK and 12 digits]"
          │                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          │         expected COK00 + zero-padded [masked]
          │

      ✗ answers.nid.check-digit  Answer · must
        The answer \`nid\` is a national id with a valid check digit

        → \`nid\` is not a national id with a valid check digit
          d1 submit_form of slug#ee4e to a → 204
          │
          │ /answers/nid/value: "[masked: 13 digits]"
          │                     ^^^^^^^^^^^^^^^^^^^^^
          │         expected 13 digits, the last of them the check digit
          │
          x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)
          curl -sS -i -X POST -H "Authorization: Bearer $IDV_API_TOKEN" -H 'Content-Type: application/json' --data '{"answers":{"nid":"[masked: 13 digits]","customer_ref":"[masked]"}}' https://idv.example.com/en/api/forms/kyc-camera/create/

      ✗ create.status.201  Create application · must
        A create call that succeeds is answered with 201

        → Answers 200 where 201 is due
          x1 POST /en/api/forms/kyc-camera/create/ → 200 (12 ms)
          │
          │ 200
          │ ^^^ expected 201
          │
          curl -sS -i -X POST -H "Authorization: Bearer $IDV_API_TOKEN" -H 'Content-Type: application/json' --data '{"answers":{"nid":"[masked: 13 digits]","customer_ref":"[masked]"}}' https://idv.example.com/en/api/forms/kyc-camera/create/

      ✗ auth.absent.403  Authentication · must
        A call without an Authorization header, where a token is needed, is answered
        with 403

        → Answers 401 where 403 is due
          x2 GET /en/api/forms/kyc-camera/applied-forms/slug#ee4e/result/ without a token → 401 (3 ms)
          │
          │ 401
          │ ^^^ expected 403
          │
          curl -sS -i "https://idv.example.com/en/api/forms/kyc-camera/applied-forms/$SLUG/result/"
          the same in x3

      Warnings · 1 rule

      ! liveness.attempt.message-empty  extra.ekyc · should
        The reserved message of a liveness try is empty, even if the try failed

        → The message of an attempt reads "[masked]"
          d1 submit_form of slug#ee4e to a → 204
          │
          │ /extra/ekyc/liveness/attempts/0/message: "[masked] [masked]"
          │                                          ^^^^^^^^^^^^^^^^^^^
          │         expected nothing
          │

      10 rules · 2 passed · 4 failed · 1 warned · 3 not exercised
      ✗ 4 rules are broken that the service must keep. (exit 1)
      "
    `);
  });

  it('prints one JSON document and nothing else', async () => {
    const { code, io } = await call(['run', '--json'], { run: fixtureRun() });
    expect(code).toBe(1);
    expect(conformanceReport.parse(JSON.parse(io.stdoutText)).summary).toMatchObject({ failed: 4, passed: 2 });
  });

  it('writes reports that only the owner may read, and makes their folders', async () => {
    const cwd = await folderWith();
    const argv = ['run', '--report', 'json=out/r.json', '--report', 'junit=out/r.xml', '--report', 'har=out/r.har'];
    const { code } = await call(argv, { cwd, run: fixtureRun() });
    expect(code).toBe(1);
    const read = (name: string): Promise<string> => readFile(join(cwd, 'out', name), 'utf8');
    expect(conformanceReport.parse(JSON.parse(await read('r.json'))).rules).toHaveLength(10);
    expect(parseXml(await read('r.xml')).name).toBe('testsuites');
    expect(JSON.parse(await read('r.har'))).toMatchObject({ log: { version: '1.2' } });
    expect((await stat(join(cwd, 'out/r.json'))).mode & 0o777).toBe(0o600);
    expect((await readdir(join(cwd, 'out'))).toSorted()).toEqual(['r.har', 'r.json', 'r.xml']);
  });

  it.each<[string, readonly string[], string]>([
    [
      'a kind of report that there is not',
      ['--report', 'pdf=r.pdf'],
      'Cannot write a report: "pdf" is no kind of report.\nGive KIND=FILE, such as junit=out/junit.xml; kinds are json, junit, html, har, markdown, sarif, github.',
    ],
    [
      'a report on stdout that has no place there',
      ['--report', 'json=-'],
      'Cannot write a report: stdout takes github alone, not json.',
    ],
    [
      'annotations beside --json',
      ['--json', '--report', 'github=-'],
      'Cannot write a report: stdout takes nothing beside the document of --json.',
    ],
    ['a report without a file', ['--report', 'json'], 'Cannot write a report: no file is given for json.'],
    [
      'two reports in one file',
      ['--report', 'json=r', '--report', 'har=r'],
      'Cannot write a report: two reports share a file.',
    ],
    ['a report that is a folder', ['--report', 'json=a'], 'Cannot write "a": it is a folder.'],
    [
      'a report below a file',
      ['--report', 'json=b.txt/r.json'],
      'Cannot write "b.txt/r.json": a part of its path is no folder.',
    ],
    [
      'a glob that matches nothing',
      ['--only', 'creat.*'],
      'Cannot find a rule that binds the service and matches "creat.*".\nDid you mean create.*?',
    ],
    ['a rule misspelt', ['--skip', 'create.status.200'], 'Did you mean create.status.201'],
    ['a required glob that matches nothing', ['--require', 'deliverie.*'], 'Did you mean delivery.*?'],
    [
      'a rule of others than the service',
      ['--only', 'receiver.*'],
      'Cannot find a rule that binds the service and matches "receiver.*".',
    ],
    [
      'a required rule that is left out',
      ['--only', 'create.*', '--require', 'delivery.https'],
      'Cannot require delivery.https: --only and --skip leave it out.',
    ],
    ['no rule left', ['--only', 'create.*', '--skip', 'create.*'], 'Cannot judge anything: no rule is left.'],
    ['an address that is none', ['--base-url', 'idv.example.com'], '--base-url'],
    ['an option that there is not', ['--frobnicate', '100'], "Unknown option '--frobnicate'."],
    ['an option misspelt', ['--basline', 'x'], 'Did you mean --baseline?'],
    ['a word too many', ['now'], 'Too many arguments'],
    ['a rate that is none', ['--rate', 'fast'], '--rate'],
    ['no budget', ['--max-creates', '-1'], '--max-creates'],
    [
      'a baseline that is not there',
      ['--baseline', 'known.json'],
      'Cannot read the baseline "known.json": it does not exist.',
    ],
    ['a baseline to update that is not named', ['--baseline-update'], 'Cannot update a baseline: none is named.'],
    [
      'a configuration that is not there',
      ['--config', 'staging.json'],
      'Cannot read the configuration "staging.json": it does not exist.',
    ],
  ])('refuses %s before anything is called', async (_, argv, message) => {
    const cwd = await folderWith({ 'a/x': '', 'b.txt': '' });
    const { code, io, request } = await call(['run', ...argv], { cwd });
    expect([code, request, io.stdoutText]).toEqual([2, undefined, '']);
    expect(io.stderrText).toContain(message);
    expect(io.stderrText).not.toMatch(/^\s+at /m);
  });

  it('says of each problem of a configuration where it is', async () => {
    const cwd = await folderWith({ 'idvkit.config.json': '{\n  "formslug": "kyc",\n  "lang": 3\n}\n' });
    const { code, io } = await call(['run'], { cwd });
    expect(code).toBe(2);
    expect(io.stderrText).toMatchInlineSnapshot(`
      "line 2, column 3: formslug is no setting; did you mean formSlug?
      line 3, column 11: lang must be one of en, th, zh-hans, zh-hant, km, my, lo, ms, vi, id, ja, hi, ar, ru, de, es, fr
      idv-conformance: Cannot use the configuration "idvkit.config.json": it has 2 problems.
      Every setting is described in the README of @idvkit/conformance, "Configuration".
      "
    `);
  });

  it('takes the command line before the configuration, and secrets from the environment before both', async () => {
    const config = `
baseUrl: https://idv.example.com
formSlug: configured
token: configured-token
skip: [delivery.https]
concurrency: 3
receiver: { listen: 127.0.0.1:4030, secret: configured-secret, clockSkewSeconds: 5 }
fixtures: { openSlug: an-open-slug }
`;
    const cwd = await folderWith({ 'idvkit.config.yaml': config });
    const argv = [
      'run',
      '--form-slug',
      'given',
      '--skip',
      'image.*',
      '--rate',
      '120/m',
      '--max-creates',
      '9',
      '--seed',
      '4',
    ];
    const { request } = await call([...argv, '--receiver-listen', '0.0.0.0:80'], {
      cwd,
      env: { IDV_API_TOKEN: 'given-token' },
    });
    const { signal: _, onProgress: __, ...asked } = request ?? {};
    expect(asked).toEqual({
      baseUrl: 'https://idv.example.com',
      formSlug: 'given',
      token: 'given-token',
      skip: ['delivery.https', 'image.*'],
      concurrency: 3,
      ratePerSecond: 2,
      maxCreates: 9,
      seed: 4,
      receiver: { listen: '0.0.0.0:80', secret: 'configured-secret', clockSkewSeconds: 5 },
      fixtures: { openSlug: 'an-open-slug' },
    });
  });

  it('reads secrets from files', async () => {
    const cwd = await folderWith({
      token: 'token-of-a-file\n',
      'idvkit.config.json': '{"baseUrl":"https://idv.example.com"}',
    });
    const { request } = await call(['run'], { cwd, env: { IDV_API_TOKEN_FILE: 'token' } });
    expect(request).toMatchObject({ token: 'token-of-a-file' });
  });

  it('gives a mock of its own none of the secrets', async () => {
    const { request } = await call(['run'], {
      env: { IDV_API_TOKEN: 'a-real-token', IDV_WEBHOOK_SECRET: 'a-real-secret' },
    });
    expect(JSON.stringify(request)).not.toContain('a-real');
  });

  it('lists what it would do, and does not', async () => {
    const { code, io, request } = await call(['run', '--list', '--only', 'resend.never-submitted.*']);
    expect([code, request]).toEqual([0, undefined]);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "States and transitions
        resend.never-submitted.204
          A resend call for an application that was never submitted is answered with
          204 too
        resend.never-submitted.no-delivery
          A resend call for an application that was never submitted delivers nothing

      2 rules

      3 scenarios
        resend: never submitted and unknown applications
        submissions: every outcome of the checks
        resend: submitted applications
      "
    `);
  });

  it('fails where a required rule was not exercised', async () => {
    const run = {
      ...keptRun(),
      outcomes: [
        outcomeOf('event.present'),
        outcomeOf('delivery.https', { verdict: 'not-exercised', kept: 0, evidence: [], reason: 'HTTPS.' }),
      ],
    };
    const { code, io } = await call(['run', '--require', 'delivery.*'], { run });
    expect(code).toBe(3);
    expect(io.stdoutText).toContain('? 1 required rule was not exercised: delivery.https. (exit 3)\n');
  });

  it('fails on a warning where that is asked for', async () => {
    const run = { ...fixtureRun(), outcomes: fixtureRun().outcomes.filter(({ verdict }) => verdict === 'warned') };
    expect((await call(['run'], { run })).code).toBe(0);
    expect((await call(['run', '--fail-on-warning'], { run })).code).toBe(1);
  });

  it('excuses what a baseline knows, and brings the baseline up to date', async () => {
    const cwd = await folderWith();
    const argv = ['run', '--baseline', 'known.json', '--baseline-update'];
    expect((await call(argv, { cwd, run: fixtureRun() })).code).toBe(1);
    const { code, io } = await call(['run', '--baseline', 'known.json'], { cwd, run: fixtureRun() });
    expect(code).toBe(0);
    expect(io.stdoutText).toContain('Known to be broken · 4 rules');
    const kept = await call(['run', '--baseline', 'known.json'], { cwd });
    expect(kept.code).toBe(1);
    expect(kept.io.stdoutText).toContain(
      'Pass, though the baseline knows them as broken · 1 rule\n\n✗ create.status.201\n',
    );
  });

  it('reports what was seen until it was interrupted', async () => {
    const cwd = await folderWith();
    const run = { ...fixtureRun(), complete: false, interrupted: true, stopped: 'Interrupted' };
    const { code, io } = await call(['run', '--report', 'json=r.json'], { cwd, run, during: (io) => io.interrupt() });
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
    const { code, io } = await call(['run', '--report', 'json=r.json', '--quiet'], { cwd, run });
    expect([code, io.stdoutText]).toEqual([2, '']);
    expect(io.stderrText).toBe(
      'idv-conformance: Cannot reach https://idv.example.com: the connection is refused.\nCheck that it runs.\n',
    );
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      problem: { code: 'target-unreachable' },
    });
  });

  it('shows what it is at on a terminal', async () => {
    const { io } = await call(['run'], {
      isTTY: true,
      env: { NO_COLOR: '1' },
      during: (_, { onProgress }) => {
        onProgress?.({ kind: 'started', target: 'https://idv.example.com', scenarios: 19 });
        onProgress?.({ kind: 'scenario-started', scenario: 'credentials' });
        onProgress?.({ kind: 'waiting', forMs: 60_000, why: 'for deliveries' });
      },
    });
    expect(io.stderrText).toContain('Checking https://idv.example.com: 19 scenarios\n');
    expect(io.stderrText).toContain('Waiting 60 s for deliveries\n');
    expect(io.stderrText).toContain('0/19 scenarios');
    expect(io.stderrText.endsWith('1 application stays on the target; "idvkit.ledger.json" lists them.\n')).toBe(true);
  });
});

describe('idv-conformance', () => {
  it('has help with examples', async () => {
    const { code, io } = await call(['run', '--help']);
    expect(code).toBe(0);
    expect(io.stdoutText.match(/^ {4}idv-conformance run/gm)).toHaveLength(5);
    expect(io.stdoutText.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect((await call(['--help'])).io.stdoutText.match(/^ {4}idv-conformance /gm)).toHaveLength(3);
  });

  it('lists the rules that match', async () => {
    const { code, io } = await call(['rules', 'client.retry.*', 'info.size.*']);
    expect(code).toBe(0);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "Status codes
        client.retry.429-backoff  binds the client
          Waits longer each time before it repeats a call that was answered with 429
        client.retry.5xx-at-most-three  binds the client
          Repeats a call that was answered with 5xx at most three times
        client.retry.never-4xx  binds the client
          Does not repeat a call that was answered with 4xx
        client.retry.no-loop-461  binds the client
          Stops creating applications once a create was answered with 461

      Limits
        info.size.about-57-kb  should
          The info is about 57 kB long

      5 rules
      "
    `);
  });

  it('lists the catalogue as JSON', async () => {
    const { io } = await call(['rules', '--json']);
    const list = JSON.parse(io.stdoutText) as { format: string; rules: { id: string }[] }; // Looked at next.
    expect(list).toMatchObject({ format: 'idvkit.rule-catalogue', version: 1 });
    expect(list.rules.length).toBeGreaterThan(190);
    expect(list.rules[0]).toEqual({
      id: 'application.id.integer',
      section: 'Application',
      level: 'must',
      binds: 'service',
      seenBy: 'body',
      title: '`application.id` is an integer',
    });
  });

  it('suggests rules where none matches', async () => {
    const { code, io } = await call(['rules', 'create.status.20']);
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Did you mean create.status.201');
  });
});
