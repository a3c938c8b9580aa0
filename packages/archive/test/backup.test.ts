import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { Archive, backupArchive } from '../src/index.ts';
import { writeArchive } from './written-archive.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-backup-'));
  await writeArchive(join(folder, 'archive'), ['{}']);
});

afterEach(() => rm(folder, { recursive: true }));

describe('backupArchive()', () => {
  it.runIf(process.platform === 'linux')('makes folders for their owner only, and ends if it cannot', async () => {
    const archive = Archive.open(join(folder, 'archive'));
    try {
      expect(await backupArchive(archive, join(folder, 'made/copy'))).toBe(1);
      const made = await Promise.all(['made', 'made/copy'].map((name) => stat(join(folder, name))));
      expect(made.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700]);
      await expect(backupArchive(archive, '/proc/idvkit/of/copy')).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      await archive.close();
    }
  });
});
