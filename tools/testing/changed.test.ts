import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { changeOf } from './changed.ts';

let root: string;
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const rule = (id: string, message: string): string =>
  `const ${id.replaceAll(/\W/g, '')} = defineRule('${id}', {\n${'  // A line.\n'.repeat(20)}  message: '${message}',\n});\n`;
const rules = (message: string): string => rule('resend.delivers', 'Not delivered') + rule('resend.silent', message);

beforeAll(() => {
  root = `${mkdtempSync(join(tmpdir(), 'idvkit-changed-'))}/`;
  git('init', '--quiet');
  mkdirSync(join(root, 'packages'));
  writeFileSync(join(root, 'packages/rules.ts'), rules('Delivered'));
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--no-gpg-sign', '-m', 'test: start');
  writeFileSync(join(root, 'packages/rules.ts'), rules('Was delivered'));
  writeFileSync(join(root, 'packages/new.test.ts'), '');
});

afterAll(() => rmSync(root, { recursive: true }));

it('names the changed files, the new ones, and the rule of a changed line', () => {
  const { files, strings } = changeOf(['node', 'vitest', 'run', '--changed'], root) ?? {};

  expect(files).toEqual(['packages/rules.ts', 'packages/new.test.ts']);
  expect(strings).toContain('resend.silent');
  expect(strings).not.toContain('resend.delivers');
});

it('compares with the commit that the option names', () => {
  expect(changeOf(['--changed', 'HEAD'], root)?.files).toHaveLength(2);
  expect(() => changeOf(['--changed=nothing'], root)).toThrow('nothing');
});

it('is undefined in other runs', () => {
  expect(changeOf(['node', 'vitest', 'run'], root)).toBeUndefined();
});
