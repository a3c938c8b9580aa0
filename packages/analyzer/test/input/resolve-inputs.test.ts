import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resolveInputs } from '../../src/lib/input/resolve-inputs.ts';
import { writeCaptureFolder } from './write-capture-folder.ts';

let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-inputs-'));
  await mkdir(join(cwd, 'day/deep'), { recursive: true });
  await mkdir(join(cwd, 'empty'));
  for (const name of [
    'a.json',
    'b.json.gz',
    'day/2.ndjson',
    'day/1.jsonl.zst',
    'day/notes.txt',
    'day/deep/3.json',
    'odd[1].json',
  ]) {
    await writeFile(join(cwd, name), '{}');
  }
  await writeCaptureFolder(join(cwd, 'day/captures'), [
    { body: '{}' },
    { body: '[]', erased: true },
    { body: '{"a":', broken: true },
  ]);
});

afterAll(() => rm(cwd, { recursive: true }));

async function names(...arguments_: string[]): Promise<readonly string[]> {
  const { sources } = await resolveInputs(arguments_, { cwd });
  return sources.map(({ name, lines }) => `${name}${lines ? ' (lines)' : ''}`);
}

describe('resolveInputs()', () => {
  it('takes files, globs, folders, archives, URLs and standard input, in their order', async () => {
    expect(await names('b.json.gz', '*.json*', 'day', '-', 'https://example.test/x.ndjson?token=secret')).toEqual([
      'b.json.gz',
      'a.json',
      'b.json.gz',
      'odd[1].json',
      'day/1.jsonl.zst (lines)',
      'day/2.ndjson (lines)',
      'day/captures#1',
      'day/deep/3.json',
      'standard input',
      'https://example.test/x.ndjson (lines)',
    ]);
  });

  it('takes a name with the signs of a pattern as a file where there is one', async () => {
    expect(await names('odd[1].json')).toEqual(['odd[1].json']);
  });

  it('says what it left out of an archive', async () => {
    const { notes } = await resolveInputs(['day/captures'], { cwd });
    expect(notes).toEqual([
      'day/captures: left out 1 of the captures, whose body broke off.',
      'day/captures: left out 1 of the captures, that were erased.',
    ]);
  });

  it('takes lines for documents where it is told to', async () => {
    const { sources } = await resolveInputs(['-', 'a.json'], { cwd, lines: true });
    expect(sources.map(({ lines }) => lines)).toEqual([true, true]);
  });

  it.each([
    ['none.json', 'Cannot read "none.json": it does not exist.'],
    ['no*.json', 'Cannot read "no*.json": nothing matches it.'],
    ['empty', 'Cannot read "empty": the folder holds no .json, .ndjson or .jsonl, and is not a capture archive.'],
    ['http://example.test/a', 'Cannot read "http://example.test/a": over http it would travel unencrypted.'],
    [
      'https://user:pass@example.test/a?q=1',
      'Cannot read "https://example.test/a": it holds a user name or a password.',
    ],
  ])('refuses %s with one message', async (name, message) => {
    await expect(resolveInputs([name], { cwd })).rejects.toMatchObject({ name: 'CliError', message });
  });

  it('names the line of a journal that cannot be believed', async () => {
    const path = join(cwd, 'spoilt');
    await writeCaptureFolder(
      path,
      [{ body: '{}' }, { body: '[]' }],
      "UPDATE captures SET sha256 = 'no hash' WHERE id = 2",
    );
    await expect(resolveInputs(['spoilt'], { cwd })).rejects.toMatchObject({
      code: 'archive-malformed',
      message: 'Cannot read "spoilt" as a capture archive: the entry of capture 2 is damaged.',
    });
  });
});
