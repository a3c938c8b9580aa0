import { chmod, chown, lchown, mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CliError } from '@idvkit/cli-kit';
import { describe, expect, it } from 'vitest';

import { processorMs } from '../../../../tools/testing/processor-time.ts';
import { findConfig } from '../../src/lib/config/find-config.ts';
import { loadConfig } from '../../src/lib/config/load-config.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

const env = { IDV_API_TOKEN: 'token-of-the-environment', EMPTY: '' };

/** What is said of a configuration: every problem, then the message and what to do. */
async function saidOf(name: string, content: string): Promise<readonly string[]> {
  const cwd = await folderWith({ [name]: content });
  const error: unknown = await loadConfig(undefined, { cwd, env }).catch((error: unknown) => error);
  if (!(error instanceof CliError)) throw new Error('Expected a CliError', { cause: error });
  return [...error.details, error.message.replaceAll(`${cwd}/`, '')];
}

/** A billion laughs: each text repeats the one before. */
const LAUGHS = `a0: &a0 [x,x]\n${Array.from({ length: 10 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}x]\n`).join('')}formSlug: *a10\n`;

describe('loadConfig()', () => {
  it.each([
    ['idvkit.config.json', '{"formSlug": "kyc", "token": "${IDV_API_TOKEN}"}'],
    ['idvkit.config.yaml', '# staging\nformSlug: kyc\ntoken: ${IDV_API_TOKEN}\n'],
    ['idvkit.config.yml', 'formSlug: kyc\ntoken: "${IDV_API_TOKEN}"\n'],
    ['idvkit.config.js', 'export default { formSlug: "kyc", token: "${IDV_API_TOKEN}" };'],
    ['idvkit.config.mjs', 'export default { formSlug: "kyc", token: process.env.NONE ?? "${IDV_API_TOKEN}" };'],
    ['idvkit.config.ts', 'const formSlug: string = "kyc";\nexport default { formSlug, token: "${IDV_API_TOKEN}" };'],
  ])('reads %s', async (name, content) => {
    const cwd = await folderWith({ [name]: content, 'package.json': '{"type":"module"}' });
    expect(await loadConfig(undefined, { cwd, env })).toEqual({
      config: { formSlug: 'kyc', token: 'token-of-the-environment' },
      path: join(cwd, name),
    });
  });

  it('looks in the folders above, and takes a file that is named before any other', async () => {
    const cwd = await folderWith({
      'package.json': '{}',
      'idvkit.config.json': '{"formSlug":"above"}',
      'a/other.yaml': 'formSlug: named',
    });
    await mkdir(join(cwd, 'a/b'));
    expect(await loadConfig(undefined, { cwd: join(cwd, 'a/b'), env })).toMatchObject({
      config: { formSlug: 'above' },
    });
    expect(await loadConfig('a/other.yaml', { cwd, env })).toMatchObject({ config: { formSlug: 'named' } });
  });

  it.each([
    ['.git/HEAD', ['a/package.json'], 'above'],
    ['pnpm-workspace.yaml', ['a/package.json'], 'above'],
    ['package.json', [], 'above'],
    ['package.json', ['a/package.json'], undefined],
    ['README.md', ['a/package.json'], undefined],
    ['README.md', [], undefined],
  ])('looks no further up than the root of the project: %s and %j', async (root, others, found) => {
    const files = Object.fromEntries([root, ...others].map((name) => [name, '']));
    const cwd = await folderWith({ ...files, 'idvkit.config.json': '{"formSlug":"above"}', 'a/b/x': '' });
    const { config } = await loadConfig(undefined, { cwd: join(cwd, 'a/b'), env });
    expect(config.formSlug).toBe(found);
  });

  it('takes no file that others may write to unless it is named', async () => {
    const cwd = await folderWith({ 'package.json': '', 'idvkit.config.mjs': 'throw new Error("it ran");' });
    const path = join(cwd, 'idvkit.config.mjs');
    await chmod(path, 0o666);
    await expect(loadConfig(undefined, { cwd, env })).rejects.toMatchObject({ code: 'config-untrusted' });
    await writeFile(path, 'export default { formSlug: "named" };');
    expect(await loadConfig('idvkit.config.mjs', { cwd, env })).toMatchObject({ config: { formSlug: 'named' } });
  });

  it('takes no file of another user', async () => {
    const cwd = await folderWith({ 'package.json': '', 'idvkit.config.json': '{}' });
    const path = join(cwd, 'idvkit.config.json');
    const user = process.getuid?.() || 65_534;
    // Only the administrator may give a file away: anybody else keeps theirs, and another user looks for it.
    await chown(path, user, -1);
    await expect(findConfig(cwd, user + 1)).rejects.toMatchObject({ code: 'config-untrusted' });
    expect(await findConfig(cwd, user)).toBe(path);
  });

  it('takes no link of another user, whatever it leads to', async () => {
    const cwd = await folderWith({ 'package.json': '', 'ours.json': '{}' });
    const path = join(cwd, 'idvkit.config.json');
    const user = process.getuid?.() || 65_534;
    await symlink('/etc/hosts', path);
    await lchown(path, user, -1);
    await expect(findConfig(cwd, user + 1)).rejects.toMatchObject({ code: 'config-untrusted' });
    expect(await findConfig(cwd, user)).toBe(path);
  });

  it('passes no folder that everybody may write to', async () => {
    const cwd = await folderWith({ 'package.json': '', 'idvkit.config.json': '{"formSlug":"above"}', 'a/b/x': '' });
    await chmod(join(cwd, 'a'), 0o777);
    expect(await loadConfig(undefined, { cwd: join(cwd, 'a/b'), env })).toEqual({ config: {} });
  });

  it('is empty where there is no file', async () => {
    expect(await loadConfig(undefined, { cwd: await folderWith(), env })).toEqual({ config: {} });
  });

  it('lets a text have a dollar sign and a brace', async () => {
    const cwd = await folderWith({ 'idvkit.config.yaml': 'operator:\n  submit: sh -c "echo $${HOME} {slug}"' });
    expect(await loadConfig(undefined, { cwd, env })).toMatchObject({
      config: { operator: { submit: 'sh -c "echo ${HOME} {slug}"' } },
    });
  });

  it('reads paths from the folder of the file', async () => {
    const cwd = await folderWith({ 'ops/idvkit.config.json': '{"ledger": "created.json"}' });
    expect(await loadConfig('ops/idvkit.config.json', { cwd, env })).toMatchObject({
      config: { ledger: join(cwd, 'ops/created.json') },
    });
  });

  it('says in one message what the one problem is', async () => {
    expect(await saidOf('idvkit.config.json', '{\n  "formslug": "kyc"\n}')).toEqual([
      'Cannot use the configuration "idvkit.config.json": line 2, column 3: formslug is not a setting. Did you mean formSlug?',
    ]);
  });

  it('says of every problem where it is and what would be right', async () => {
    const content = `baseUrl: idv.example.com
formslug: kyc
lang: xx
concurrency: 0
ratePerSecond: -1
thorough: "3"
portal: sometimes
openSlug: abc
only: create.*
receiver:
  listen: 4030
  urll: https://hooks.example.com
fixtures:
  inputParameters:
    customer_ref: [1]
ledger: true
`;
    expect(await saidOf('idvkit.config.yaml', content)).toMatchInlineSnapshot(`
      [
        "line 1, column 1: baseUrl must be an http or https URL",
        "line 2, column 1: formslug is not a setting. Did you mean formSlug?",
        "line 3, column 1: lang must be one of "en"|"th"|"zh-hans"|"zh-hant"|"km"|"my"|"lo"|"ms"|"vi"|"id"|"ja"|"hi"|"ar"|"ru"|"de"|"es"|"fr"",
        "line 4, column 1: concurrency is too small: expected number to be >=1",
        "line 5, column 1: ratePerSecond is too small: expected number to be >0",
        "line 6, column 1: thorough must be boolean, not string",
        "line 7, column 1: portal must be one of "loopback"|"always"|"never"",
        "line 8, column 1: openSlug is not a setting. Did you mean fixtures.openSlug?",
        "line 9, column 1: only must be array, not string",
        "line 11, column 3: receiver.listen must be string, not number",
        "line 12, column 3: receiver.urll is not a setting. Did you mean receiver.url?",
        "line 15, column 5: fixtures.inputParameters.customer_ref must be string or number or boolean",
        "line 16, column 1: ledger must be string or false",
        "Cannot use the configuration "idvkit.config.yaml": it has 13 problems.",
      ]
    `);
  });

  it('names every variable that is not set, and where it is needed', async () => {
    const content = 'token: ${NOT_SET}\nreceiver:\n  secret: a${ALSO_NOT}b${EMPTY}\n';
    expect(await saidOf('idvkit.config.yaml', content)).toMatchInlineSnapshot(`
      [
        "line 1, column 1: token needs the environment variable NOT_SET, which is not set",
        "line 3, column 3: receiver.secret needs the environment variable ALSO_NOT, which is not set",
        "line 3, column 3: receiver.secret needs the environment variable EMPTY, which is not set",
        "Cannot use the configuration "idvkit.config.yaml": it has 3 problems.",
      ]
    `);
  });

  it.each([
    ['JSON with a comma too many', 'idvkit.config.json', '{\n  "formSlug": "kyc",\n}'],
    ['JSON that ends early', 'idvkit.config.json', '{"formSlug": "kyc"'],
    ['aliases that refer to each other', 'idvkit.config.yaml', 'formSlug: &a [*a]'],
    ['aliases that repeat too much', 'idvkit.config.yaml', LAUGHS],
    ['a key given twice', 'idvkit.config.json', '{"formSlug": "a", "formSlug": "b"}'],
    ['YAML that is indented wrongly', 'idvkit.config.yaml', 'receiver:\n  listen: a:1\n url: b\n'],
    ['YAML of another shape', 'idvkit.config.yaml', '- formSlug: kyc\n'],
    ['a text alone', 'idvkit.config.yaml', 'kyc\n'],
    ['a module that throws', 'idvkit.config.mjs', 'throw new Error("no such vault");'],
    ['a module without a default export', 'idvkit.config.mjs', 'export const config = {};'],
    ['a module that imports what is not there', 'idvkit.config.mjs', 'import "./nothing.js";'],
  ])('says in one message what is wrong with %s', async (_, name, content) => {
    const [message, ...others] = await saidOf(name, content);
    expect(others).toEqual([]);
    expect(message).toMatchSnapshot();
  });

  it('finds no fault with 60,000 keys in time that grows with their number only', async () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `    k${index}: 1\n`).join('');
    const content = `formSlug: kyc\nfixtures:\n  inputParameters:\n${keys}`;
    const cwd = await folderWith({ 'idvkit.config.yaml': content });
    const ms = await processorMs(async () => {
      const { config } = await loadConfig(undefined, { cwd, env });
      expect(Object.keys(config.fixtures?.inputParameters ?? {})).toHaveLength(60_000);
    });
    expect(ms).toBeLessThan(30_000);
  });

  it('takes an empty file for no settings', async () => {
    const cwd = await folderWith({ 'idvkit.config.yaml': '' });
    expect(await loadConfig(undefined, { cwd, env })).toMatchObject({ config: {} });
  });

  it('refuses to choose between two files', async () => {
    const cwd = await folderWith({ 'idvkit.config.json': '{}', 'idvkit.config.yaml': '{}' });
    await expect(loadConfig(undefined, { cwd, env })).rejects.toMatchObject({ code: 'config-ambiguous' });
  });

  it('says that a named file is not there', async () => {
    const cwd = await folderWith();
    await expect(loadConfig('staging.json', { cwd, env })).rejects.toMatchObject({
      code: 'config-unreadable',
      message: 'Cannot read the configuration "staging.json": it does not exist.',
    });
  });

  it('never repeats a value', async () => {
    const said = await saidOf(
      'idvkit.config.json',
      '{"token": {"x": "hunter2-secret"}, "receiver": {"secret": 1, "listen": "hunter2-secret"}}',
    );
    expect(said.join('\n')).not.toContain('hunter2');
  });
});

describe('commands of a configuration', () => {
  it('run in its folder, whatever the working folder is', async () => {
    const folder = await folderWith({
      'package.json': '{}',
      'idvkit.config.yaml': 'operator: { submit: ./ops/submit.sh }',
      'jobs/x': '',
    });
    const { request } = await call(['check'], { cwd: join(folder, 'jobs') });
    const { request: named } = await call(['check', '--config', join(folder, 'idvkit.config.yaml')], { cwd: tmpdir() });

    expect([request?.commandFolder, named?.commandFolder]).toEqual([folder, folder]);
  });
});
