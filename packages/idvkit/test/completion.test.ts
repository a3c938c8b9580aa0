import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { expect, it } from 'vitest';

import { main } from '../src/lib/main.ts';

async function completed(...words: readonly string[]): Promise<readonly string[]> {
  const io = createTestIo();
  expect([await main(['completion', 'bash', '--', ...words], io), io.stderrText]).toEqual([0, '']);
  return io.stdoutText.split('\n').filter((line) => line !== '');
}

it.each([
  [['ch'], ['check']],
  [['an'], ['analyze']],
  [['analyze', 's'], ['shape']],
  [
    ['check', '--ba'],
    ['--base-url', '--baseline'],
  ],
  [
    ['trigger', ''],
    ['submit_form', 'update_status', 'drop_off'],
  ],
  [
    ['trigger', 'submit_form', '--outcome', ''],
    ['pass', 'need_review', 'fail'],
  ],
  [
    ['init', '--ci', 'git'],
    ['github', 'gitlab'],
  ],
  [['explain', 'create.status.20'], ['create.status.201']],
  [['check', '--only', 'create.status.20'], ['create.status.201']],
  [['harden', '--only', 'key-ord'], ['key-order']],
  [['mock', '--fault', 'create.status.20'], ['create.status.201']],
  [['check', 'traffic'], []],
  [['mock', '--odd'], []],
])('completes %j', async (words, expected) => {
  expect(await completed(...words)).toEqual(expect.arrayContaining(expected));
  expect(await completed(...words)).toHaveLength(expected.length);
});

it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
  const io = createTestIo();
  expect(await main(['completion', shell], io)).toBe(0);
  expect(io.stdoutText).toContain(`idvkit completion ${shell} `);
});

it('says which shells there are', async () => {
  const io = createTestIo();
  expect(await main(['completion', 'tcsh'], io)).toBe(2);
  expect(io.stderrText).toContain('Give one of bash, zsh, fish, powershell.');
});

it('completes in bash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idvkit-completion-'));
  const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
  const script = `#!/bin/sh\nexec '${process.execPath}' --conditions=@idvkit/source '${bin}' "$@"\n`;
  await writeFile(join(folder, 'idvkit'), script);
  await chmod(join(folder, 'idvkit'), 0o700);
  const typed = `
    source <(idvkit completion bash)
    complete -p idvkit
    COMP_WORDS=(idvkit check --base-u) COMP_CWORD=2
    _idvkit
    echo "\${COMPREPLY[@]}"
    COMP_WORDS=(idvkit trigger '') COMP_CWORD=2
    _idvkit
    echo "\${COMPREPLY[@]}"
  `;
  const PATH = [folder, process.env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', typed], { env: { ...process.env, PATH } });
  expect(stdout).toBe('complete -o default -F _idvkit idvkit\n--base-url\nsubmit_form update_status drop_off\n');
  await rm(folder, { recursive: true });
});
