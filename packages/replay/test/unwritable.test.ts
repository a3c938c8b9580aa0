import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { writeArchive } from '../../archive/test/written-archive.ts';
import { main } from './command-line.ts';

let cwd: string;
let folder: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-unwritable-'));
  folder = join(cwd, 'archive');
  await writeArchive(folder, ['{"a":1}']);
});

afterEach(() => rm(cwd, { recursive: true }));

async function replay(argv: readonly string[], stdin = ''): Promise<{ code: number; stderr: string }> {
  const io = createTestIo({ cwd, stdin });
  const code = await main([...argv, '--dir', 'archive'], io);
  return { code, stderr: io.stderrText };
}

describe('an archive that somebody captures into', () => {
  it('is imported into, tagged and erased from all the same', async () => {
    const archive = Archive.open(folder);
    for (const argv of [
      ['archive', 'import', '-'],
      ['archive', 'tag', 'x', '2'],
      ['archive', 'erase', '1'],
    ])
      expect(await replay(argv, '{"event":{"type":"drop_off"}}')).toMatchObject({ code: 0 });
    expect([...archive.list()].map(({ captured: { id }, tags }) => ({ id, tags }))).toEqual([{ id: 2, tags: ['x'] }]);
    await archive.close();
  });
});

describe('idvkit capture', () => {
  it('says once that its folder was moved, and goes on when it is back', async () => {
    const io = createTestIo({ cwd });
    const running = main(['capture', '--port', '0', '--dir', 'archive'], io);
    await expect.poll(() => io.stderrText).toMatch(/http:\S+/);
    const url = /http:\S+/.exec(io.stderrText)?.[0] ?? '';
    const post = async (): Promise<number> => (await fetch(url, { method: 'POST', body: '{}' })).status;
    expect(await post()).toBe(204);
    await rename(folder, join(cwd, 'elsewhere'));
    expect([await post(), await post()]).toEqual([503, 503]);
    await rename(join(cwd, 'elsewhere'), folder);
    expect(await post()).toBe(204);
    io.interrupt();
    await running;
    const said = `Cannot keep deliveries: the archive folder "${folder}" was moved or deleted. They are answered 503 until it is back.`;
    expect(io.stderrText.match(/Cannot keep.*/g)).toEqual([said, `${said} (1 more)`]);
  });
});
