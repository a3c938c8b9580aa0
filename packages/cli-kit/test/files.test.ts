import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { CliError, readSecret, readVersion, requireSecret, writeFileAtomic } from '../src/index.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-kit-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('writeFileAtomic()', () => {
  it('writes a file that only its owner may read, in folders that it makes', async () => {
    const path = join(folder, 'reports', 'today', 'report.json');
    await writeFileAtomic(path, '{}');
    expect(await readFile(path, 'utf8')).toBe('{}');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('makes folders for the owner only, whatever the umask', async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await writeFileAtomic(join(folder, 'out', 'part', 'send.sh'), '');
    const modes = [join(folder, 'out'), join(folder, 'out', 'part')].map(
      async (path) => (await stat(path)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700]);
  });

  it('replaces a file whole', async () => {
    const path = join(folder, 'report.json');
    await writeFile(path, 'something longer than before');
    await writeFileAtomic(path, new Uint8Array([104, 105]));
    expect(await readFile(path, 'utf8')).toBe('hi');
    expect(await readdir(folder)).toEqual(['report.json']);
  });

  it('writes parts as they come', async () => {
    const path = join(folder, 'report.ndjson');
    await writeFileAtomic(path, ['one\n', new Uint8Array([50, 10])]);
    expect(await readFile(path, 'utf8')).toBe('one\n2\n');
  });

  it('leaves the old file alone, and nothing beside it, when making the content fails', async () => {
    const path = join(folder, 'report.json');
    await writeFile(path, 'old');
    const content = function* (): Generator<string> {
      yield 'half';
      throw new Error('no more');
    };
    await expect(writeFileAtomic(path, content())).rejects.toThrow('no more');
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['old', ['report.json']]);
  });

  it('writes through a symbolic link', async () => {
    const [path, link] = [join(folder, 'report.json'), join(folder, 'latest.json')];
    await writeFile(path, 'old');
    await symlink(path, link);
    await writeFileAtomic(link, 'new');
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('writes a device in place', async () => {
    await writeFileAtomic('/dev/null', 'gone');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  it('says plainly what the operating system refuses', async () => {
    await writeFile(join(folder, 'file'), '');
    const error = await writeFileAtomic(join(folder, 'file', 'report.json'), '').catch((error: unknown) => error);
    expect(error).toBeInstanceOf(CliError);
    expect(error).toMatchObject({
      code: 'file-unwritable',
      message: `Cannot write "${folder}/file/report.json": a part of its path is not a folder.`,
    });
  });

  it.runIf(process.platform === 'linux')('gives up where no folder can be made', async () => {
    await expect(writeFileAtomic('/proc/idvkit/reports/report.json', '')).rejects.toMatchObject({
      code: 'file-unwritable',
    });
  });

  it('says plainly that a folder cannot be written', async () => {
    await expect(writeFileAtomic(folder, '')).rejects.toMatchObject({
      message: `Cannot write "${folder}": it is a folder.`,
    });
  });
});

describe('readSecret()', () => {
  const source = { what: 'API token', env: 'IDV_API_TOKEN' };

  it('prefers the file, then the variable, then the file of the variable, then the configuration', async () => {
    await writeFile(join(folder, 'named'), 'from-file\n');
    await writeFile(join(folder, 'of-variable'), 'from-env-file\r\n');
    const env = { IDV_API_TOKEN: 'from-env', IDV_API_TOKEN_FILE: 'of-variable' };
    const configured = 'from-config';
    const read = (env: Record<string, string>, more: object): Promise<string | undefined> =>
      readSecret({ env, cwd: folder }, { ...source, ...more });
    expect([
      await read(env, { file: 'named', configured }),
      await read(env, { configured }),
      await read({ IDV_API_TOKEN: '', IDV_API_TOKEN_FILE: 'of-variable' }, { configured }),
      await read({}, { configured }),
      await read({}, {}),
    ]).toEqual(['from-file', 'from-env', 'from-env-file', 'from-config', undefined]);
  });

  it('says plainly that a file cannot be read', async () => {
    await expect(readSecret({ env: {}, cwd: folder }, { ...source, file: 'nothing' })).rejects.toMatchObject({
      code: 'secret-unreadable',
      message: `Cannot read the API token from "${folder}/nothing": it does not exist.`,
    });
  });

  it.each([
    ['', 'it is empty'],
    ['two\nlines', 'a header cannot carry it'],
    [' spaced', 'a header cannot carry it'],
    ['ключ', 'a header cannot carry it'],
  ])('refuses %j, and does not repeat it', async (secret, state) => {
    const path = join(folder, 'secret');
    await writeFile(path, secret);
    const error: unknown = await readSecret({ env: {}, cwd: folder }, { ...source, file: path }).catch(
      (error: unknown) => error,
    );
    expect(error).toMatchObject({
      code: 'secret-unusable',
      message: `Cannot use the API token of "${path}": ${state}.`,
      fix: 'Give it as one line of ASCII without spaces around it.',
    });
  });

  it('says which variables to set when there must be one', async () => {
    await expect(requireSecret({ env: {}, cwd: folder }, source)).rejects.toMatchObject({
      code: 'secret-missing',
      fix: 'Set IDV_API_TOKEN, or IDV_API_TOKEN_FILE to the path of a file that holds it.',
    });
    expect(await requireSecret({ env: { IDV_API_TOKEN: 't' }, cwd: folder }, source)).toBe('t');
  });
});

describe('readVersion()', () => {
  it('finds the version of the package of a module', async () => {
    const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect(readVersion(import.meta.url)).toBe(version);
  });

  it('throws where there is none', () => {
    expect(() => readVersion('file:///nowhere/at/all.js')).toThrow('No package.json with a version');
  });
});
