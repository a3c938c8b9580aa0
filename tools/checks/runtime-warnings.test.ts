import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { zstdCompressSync } from 'node:zlib';

import { fixtures } from '@idvkit/schema/fixtures';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'idvkit-warnings-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const bin = join(root, 'packages/idvkit/bin/idvkit.js');

/** Runs the command that is built, as a user does: in a process, without options of Node. @returns What it printed to stderr. */
async function stderrOf(...argv: readonly string[]): Promise<string> {
  const { stderr } = await promisify(execFile)(process.execPath, [bin, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'] },
  });
  return stderr;
}

const body = JSON.stringify(fixtures.submitForm());

beforeAll(async () => {
  writeFileSync(join(cwd, 'body.json'), body);
  writeFileSync(join(cwd, 'body.json.zst'), zstdCompressSync(body));
  await stderrOf('archive', 'import', 'body.json', '--dir', 'archive');
});

it.each([
  ['list', '--dir', 'archive'],
  ['show', '1', '--dir', 'archive'],
  ['archive', 'tag', 'seen', '1', '--dir', 'archive'],
  ['archive', 'verify', 'archive'],
  ['archive', 'scrub', '--dir', 'archive', 'copy', '--new-key', 'key'],
  ['analyze', 'body.json.zst'],
  ['analyze', 'archive'],
  ['check', 'archive'],
  ['check', '--only', 'create.info.absolute'],
  ['mock', '--help'],
  ['--help'],
])('Node prints no warning for %s %s', async (...argv) => {
  expect(await stderrOf(...argv)).not.toMatch(/warning/i);
});
