import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
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

describe('an archive that cannot be written', () => {
  it.each([
    [['capture', '--port', '0'], 'writer.lock'],
    [['archive', 'import', '--format', 'json', '-'], 'writer.lock'],
    [['archive', 'erase', '1'], 'writer.lock'],
    [['archive', 'tag', 'x', '1'], 'notes.lock'],
  ])('makes %j say what the system said', async (argv, lock) => {
    // What no lock can be made of, as on a disk that is read-only.
    await rm(join(folder, lock), { force: true });
    await mkdir(join(folder, lock));
    expect(await replay(argv, '{}')).toEqual({
      code: 2,
      stderr: expect.stringContaining(
        'Cannot use the archive: it cannot be opened.\nName a folder that you can read and write with --dir.\n',
      ) as string,
    });
  });

  it('is not imported into while somebody captures into it', async () => {
    const archive = await Archive.open(folder);
    const writer = await archive.openWriter();
    expect(await replay(['archive', 'import', '--format', 'json', '-'], '{}')).toEqual({
      code: 2,
      stderr: expect.stringContaining('another process is capturing into') as string,
    });
    await writer.close();
    await archive.close();
  });

  it('has locks that only its owner can read', async () => {
    expect((await replay(['archive', 'tag', 'x', '1'])).code).toBe(0);
    expect((await replay(['archive', 'erase', '1'])).code).toBe(0);
    for (const name of ['writer.lock', 'notes.lock']) {
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
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
