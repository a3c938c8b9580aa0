import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeSmallBody } from './small-body.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-small-'));
  path = join(folder, 'a.body');
});

afterEach(() => rm(folder, { recursive: true }));

describe('writeSmallBody()', () => {
  it.each(['identity', 'gzip', 'zstd'] as const)(
    'leaves the file of an equal body alone, kept as %s',
    async (encoding) => {
      writeSmallBody(path, Buffer.from('the same'), encoding);
      const { ino, mtimeNs } = await stat(path, { bigint: true });
      writeSmallBody(path, Buffer.from('the same'), encoding);
      expect(await stat(path, { bigint: true })).toMatchObject({ ino, mtimeNs });
    },
  );

  it('puts a whole file in the place of a damaged one', async () => {
    await writeFile(path, 'the s');
    writeSmallBody(path, Buffer.from('the same'), 'identity');
    expect([await readFile(path, 'utf8'), await readdir(folder)]).toEqual(['the same', ['a.body']]);
  });
});
