import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';

import { fixtures } from '@idvkit/schema/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'idvkit-warnings-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** Runs the command that is built, as a user does: in a process, without options of Node. @returns What it printed to stderr. */
async function stderrOf(name: string, ...argv: readonly string[]): Promise<string> {
  const bin = join(root, 'packages', name, 'bin', BINS[name] ?? '');
  const { stderr } = await promisify(execFile)(process.execPath, [bin, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'] },
  });
  return stderr;
}

const BINS: Readonly<Record<string, string>> = {
  analyzer: 'idv-analyze.js',
  conformance: 'idv-conformance.js',
  idvkit: 'idvkit.js',
  mock: 'idv-mock.js',
  replay: 'idv-replay.js',
};

const body = JSON.stringify(fixtures.submitForm());

beforeAll(async () => {
  writeFileSync(join(cwd, 'body.json'), body);
  writeFileSync(join(cwd, 'body.json.zst'), zstdCompressSync(body));
  await stderrOf('replay', 'import', 'body.json', '--dir', 'archive');
});

it.each([
  ['replay', 'list', '--dir', 'archive'],
  ['replay', 'show', '1', '--dir', 'archive'],
  ['replay', 'tag', '1', '--add', 'seen', '--dir', 'archive'],
  ['replay', 'verify', '--dir', 'archive'],
  ['replay', 'scrub', '--dir', 'archive', '--out', 'copy', '--new-key', 'key'],
  ['analyzer', 'body.json.zst'],
  ['analyzer', 'archive'],
  ['conformance', 'check', 'archive'],
  ['conformance', 'run', '--only', 'create.status.201', '--quiet'],
  ['mock', '--list-faults'],
  ['idvkit', '--help'],
])('Node prints no warning for %s %s', async (name, ...argv) => {
  expect(await stderrOf(name, ...argv)).not.toMatch(/warning/i);
});
