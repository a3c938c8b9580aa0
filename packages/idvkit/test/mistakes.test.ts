import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { main } from '../src/lib/main.ts';

let cwd: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'idvkit-mistakes-'));
  writeFileSync(join(cwd, 'broken.json'), '{"event":');
  writeFileSync(join(cwd, 'typo.json'), '{"baseURL":"https://idv.example.com"}');
  writeFileSync(join(cwd, 'body.ndjson'), '{"event":{"type":"submit_form"}}\n');
  await main(['archive', 'import', 'body.ndjson'], createTestIo({ cwd }));
});

afterAll(() => rmSync(cwd, { recursive: true }));

/** Typical mistakes, and what their message must say. Each ends with exit code 2. */
const MISTAKES: readonly (readonly [typed: string, ...messages: string[]])[] = [
  ['chek', 'Unknown command "chek".', 'Did you mean "idvkit check"?'],
  ['verify', 'Unknown command "verify".', 'Did you mean "idvkit archive verify"?'],
  ['help sned', 'Unknown command "sned".', 'Did you mean "idvkit send"?'],
  ['check --base-ulr https://x.example', 'Did you mean --base-url?'],
  ['check --base-url idv.example.com', 'Give an absolute address'],
  ['check --base-url https://user:pw@idv.example.com', 'it has a user or password in it'],
  ['check --token abc', 'Unknown option'],
  ['check --only auth.absent.404', 'Did you mean auth.absent.403'],
  ['check --only atuh.*', 'Did you mean auth.*'],
  ['check --only create.* --skip create.*', 'no rule is left'],
  ['check --only create.* --require auth.*', 'Require rules'],
  ['check --report htlm=x.html', 'html'],
  ['check --report html', 'html'],
  ['check --baseline none.json', '"none.json"', 'does not exist'],
  ['check --config none.yaml', '"none.yaml"'],
  ['check --config typo.json', 'baseURL', 'baseUrl'],
  ['check --rate fast', 'Give a rate'],
  ['check --budget applications=-1', '--budget'],
  ['check --fault auth.absent.404', 'Unknown fault "auth.absent.404".', 'Did you mean "auth.absent.403"?'],
  ['check none.har --seed 1', 'Cannot use --seed with recordings'],
  ['check --destructive', 'Add --fuzz with a number'],
  ['check --interactive --base-url https://x.example', 'needs a terminal'],
  ['check none.har', 'it does not exist'],
  ['check broken.json', 'broken.json'],
  ['proxy', `Required option '--upstream <url>' not specified`],
  ['receiver --url http://127.0.0.1:9/', 'Set IDV_WEBHOOK_SECRET'],
  ['report none.json', 'Cannot read the report "none.json"'],
  ['explain auth.absent.404', 'Did you mean auth.absent.403'],
  ['mock --fault auth.absent.404', 'Unknown fault "auth.absent.404".', 'Did you mean "auth.absent.403"?'],
  ['mock --fault atuh.*', 'Unknown fault "atuh.*"'],
  ['mock --variation pad', 'Unknown variation "pad"'],
  ['mock --webhook http://127.0.0.1:9/', 'Set IDV_WEBHOOK_SECRET'],
  ['mock --host 0.0.0.0', 'other machines could use the portal'],
  ['list type:sumbit_form', 'type:sumbit_form is unknown', 'Did you mean type:submit_form?'],
  ['list ekyc:pas', 'ekyc:pas is unknown', 'Did you mean ekyc:pass?'],
  ['list since:yesterday', 'Give a date'],
  ['list --dir none', 'Cannot open the archive', 'idvkit capture'],
  ['show 99', '99', 'idvkit list'],
  ['send 1', '--to'],
  ['send 1 --to http://receiver.example/hook', '--allow-host'],
  ['send 1 --to http://127.0.0.1:9/ --expect ok', '--expect'],
  ['capture --answer forwarded', 'Name it with --forward-to'],
  ['listen', `Required option '--to <url>' not specified`],
  ['archive scrub', 'copy'],
  ['archive prune', '--max-age'],
  ['trigger submit --to http://127.0.0.1:9/', 'submit_form, update_status, drop_off'],
  ['archive backfill none', '--base-url'],
  ['archive backfill none --base-url http://127.0.0.1:9/', 'it does not exist'],
  ['analyze none.json', 'it does not exist'],
  ['analyze broken.json', 'broken.json'],
  ['analyze hits broken.json', '--number or --where'],
  ['completion tcsh', 'bash, zsh, fish, powershell'],
];

it.each(MISTAKES)('idvkit %s', async (typed, ...messages) => {
  const io = createTestIo({ cwd });
  expect(await main(typed.split(' '), io)).toBe(2);
  for (const message of messages) expect(io.stderrText).toContain(message);
  expect(io.stderrText).not.toMatch(/\n {4}at |This is a defect|idv-(?:conformance|replay|mock|analyze)/);
  // What to do follows in the message, or a help.
  expect(`${io.stderrText}${io.stdoutText}`.trimEnd().split('\n').length).toBeGreaterThan(1);
});

it('ends with one message if the working folder was removed', async () => {
  const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
  const typed = `cd "$(mktemp -d)" && rmdir "$PWD" && exec '${process.execPath}' --conditions=@idvkit/source '${bin}' list`;
  await expect(promisify(execFile)('sh', ['-c', typed])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /idvkit: Cannot start: the working folder was removed\.\nChange to another folder\.\n$/,
    ),
  });
});
