import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkValue, CliError, readJsonFile, type JsonFileOptions } from '../src/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-json-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const unusable: JsonFileOptions['unusable'] = (state, cause) =>
  new CliError({ code: 'x', message: `Cannot read it: ${state}.`, fix: 'Mend it.', cause });

async function written(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'file.json');
  await writeFile(path, content);
  return path;
}

describe('readJsonFile()', () => {
  it('reads what a file holds, a byte order mark left out', async () => {
    expect(await readJsonFile(await written('\uFEFF{"a":[1]}'), { unusable })).toEqual({ a: [1] });
  });

  it.each([
    ['{"a":1,\n  "b": secret}', 'it is not JSON (line 2, column 8)'],
    ['{"é": tru', 'it ends before its JSON does (line 1, column 11)'],
    ['', 'it ends before its JSON does (line 1, column 1)'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'it is not UTF-8 (line 1, column 2)'],
    ['['.repeat(2_000), 'it is nested too deep (line 1, column 1001)'],
  ])('says where a file stops being JSON, and quotes nothing of it: %j', async (content, state) => {
    const reading = readJsonFile(await written(content), { unusable });
    await expect(reading).rejects.toThrow(`Cannot read it: ${state}.`);
  });

  it('says what keeps it from reading', async () => {
    await expect(readJsonFile(folder, { unusable })).rejects.toThrow('Cannot read it: it is a folder.');
    await expect(readJsonFile(join(folder, 'none'), { unusable })).rejects.toThrow(
      'Cannot read it: it does not exist.',
    );
  });

  it('knows nothing of a file that need not be there', async () => {
    expect(await readJsonFile(join(folder, 'none'), { unusable, isOptional: true })).toBeUndefined();
    await expect(readJsonFile(folder, { unusable, isOptional: true })).rejects.toThrow('it is a folder');
  });
});

describe('checkValue()', () => {
  const numbers = {
    safeParse: (value: unknown) =>
      typeof value === 'number'
        ? { success: true, data: value }
        : {
            success: false,
            error: {
              issues: [
                { path: ['hits', 0], message: 'no number' },
                { path: [], message: 'x' },
              ],
            },
          },
  };

  it('gives what the schema gives', () => {
    expect(checkValue(numbers, 7, unusable)).toBe(7);
  });

  it('says of the first thing that is not as it should be where it is', () => {
    expect(() => checkValue(numbers, '7', unusable)).toThrow('Cannot read it: hits.0: no number.');
  });
});
