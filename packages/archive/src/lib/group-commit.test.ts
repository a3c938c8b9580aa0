import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { JournalEntry } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { GroupCommit } from './group-commit.ts';

const fact: JournalEntry = { kind: 'erased', id: 1, at: '2026-01-05T03:00:00.000Z' };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-commit-'));
});

afterEach(() => rm(folder, { recursive: true }));

describe('GroupCommit', () => {
  it('tells whoever came meanwhile that nothing can be synced any more', async () => {
    const commit = await GroupCommit.open(folder);
    await commit.add(fact);
    const loop = join(folder, 'loop');
    await symlink(loop, loop);
    commit.syncLater(loop);
    const ends = await Promise.allSettled([commit.settle(), commit.add(fact), commit.add(fact)]);
    expect(ends.map((end) => (end.status === 'rejected' ? String(end.reason) : end.status))).toEqual([
      expect.stringContaining('ELOOP'),
      expect.stringContaining('ELOOP'),
      expect.stringContaining('ELOOP'),
    ]);
    await commit.close();
  });
});
