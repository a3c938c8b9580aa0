import { describe, expect, it } from 'vitest';

import { call } from './calling.ts';
import { folderWith } from './folder.ts';

describe('what idvkit check refuses', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a kind of report that there is not',
      ['--report', 'pdf=r.pdf'],
      'Give KIND=FILE, such as html=FILE. Kinds are html, markdown, json, junit, har, github, baseline.',
    ],
    [
      'a report on stdout that has no place there',
      ['--report', 'json=-'],
      'Cannot write a report: only github can go to stdout, not json.',
    ],
    [
      'annotations beside --json',
      ['--json', '--report', 'github=-'],
      'Cannot write a report: stdout holds only the document of --json.',
    ],
    ['a report without a file', ['--report', 'json'], 'Give KIND=FILE, such as html=FILE.'],
    [
      'two reports in one file',
      ['--report', 'json=r', '--report', 'har=r'],
      'Cannot write a report: two reports share a file.',
    ],
    ['a report that is a folder', ['--report', 'json=a'], 'Cannot write "a": it is a folder.'],
    [
      'a report below a file',
      ['--report', 'json=b.txt/r.json'],
      'Cannot write "b.txt/r.json": a part of its path is not a folder.',
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
    ['no rule left', ['--only', 'create.*', '--skip', 'create.*'], 'Cannot check anything: no rule is left.'],
    ['an address that is none', ['--base-url', 'idv.example.com'], '--base-url'],
    ['an option that there is not', ['--frobnicate', '100'], "Unknown option '--frobnicate'."],
    ['an option misspelt', ['--basline', 'x'], 'Did you mean --baseline?'],
    ['a fault of another service', ['--fault', 'x', '--base-url', 'https://x.example'], 'only the embedded mock'],
    ['a fault that is not known', ['--fault', 'auth.absent.404'], 'Did you mean "auth.absent.403"?'],
    ['an option of live runs with a recording', ['now.har', '--rate', '5/s'], 'Cannot use --rate with recordings'],
    ['a rate that is none', ['--rate', 'fast'], '--rate'],
    ['no budget', ['--budget', 'applications=-1'], '--budget'],
    [
      'a baseline that is not there',
      ['--baseline', 'known.json'],
      'Cannot read the baseline "known.json": it does not exist.',
    ],
    ['a baseline to update that is another file', ['--report', 'baseline=b.txt'], '"b.txt"'],
    [
      'a configuration that is not there',
      ['--config', 'staging.json'],
      'Cannot read the configuration "staging.json": it does not exist.',
    ],
  ])('refuses %s before anything is called', async (_, argv, message) => {
    const cwd = await folderWith({ 'a/x': '', 'b.txt': '' });
    const { code, io, request } = await call(['check', ...argv], { cwd });
    expect([code, request, io.stdoutText]).toEqual([2, undefined, '']);
    expect(io.stderrText).toContain(message);
    expect(io.stderrText).not.toMatch(/^\s+at /m);
  });

  it('says of each problem of a configuration where it is', async () => {
    const cwd = await folderWith({ 'idvkit.config.json': '{\n  "formslug": "kyc",\n  "lang": 3\n}\n' });
    const { code, io } = await call(['check'], { cwd });
    expect(code).toBe(2);
    expect(io.stderrText).toMatchInlineSnapshot(`
      "line 2, column 3: formslug is not a setting. Did you mean formSlug?
      line 3, column 3: lang must be one of "en"|"th"|"zh-hans"|"zh-hant"|"km"|"my"|"lo"|"ms"|"vi"|"id"|"ja"|"hi"|"ar"|"ru"|"de"|"es"|"fr"
      idvkit: Cannot use the configuration "idvkit.config.json": it has 2 problems.
      Every setting is described in docs/configuration.md.
      "
    `);
  });
});
