import { symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { captureList } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { main } from '../command-line.ts';
import { useExchangeFolder } from './exchange-folder.ts';

const folder = useExchangeFolder();

/** Keeps a capture per second that is given. */
function write(name: string, seconds: readonly number[]): Promise<void> {
  const bodyOf = (second: number): string => `{"event":{"type":"drop_off","nounce":"${name} ${second}"}}`;
  return folder.writeArchive(
    name,
    seconds.map((second) => ({ body: bodyOf(second), second })),
  );
}

async function list(...argv: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: folder.cwd });
  const code = await main(['list', ...argv], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Ids of the captures, with their archives. */
async function idsOf(...argv: readonly string[]): Promise<readonly string[]> {
  const { captures } = captureList.parse(JSON.parse((await list(...argv, '--json')).stdout));
  return captures.map(({ archive = '', captured }) => `${archive}#${captured.id}`);
}

describe('idvkit list of several archives', () => {
  it('lists by time, then by archive', async () => {
    await write('a', [1, 4, 4]);
    await write('b', [2, 4]);
    const both = ['--dir', 'a', '--dir', 'b'];

    expect(await idsOf(...both)).toEqual(['a#1', 'b#1', 'a#2', 'a#3', 'b#2']);
    expect(await idsOf(...both, '--last', '3')).toEqual(['b#2', 'a#2', 'a#3']);
    expect(await idsOf(...both, 'since:2026-01-05T03:00:02Z', 'until:2026-01-05T03:00:03Z')).toEqual(['b#1']);
    expect(await idsOf('--dir', 'a')).toEqual(['#1', '#2', '#3']);
    expect((await list(...both, 'until:2026-01-05T03:00:03Z')).stdout).toBe(
      [
        '#       received (UTC)       type               size  answer  notes\n',
        'a#1     2026-01-05 03:00:01  drop_off           44 B  204\n',
        'b#1     2026-01-05 03:00:02  drop_off           44 B  204\n',
      ].join(''),
    );
  });

  it('names archives of equal names by their folders', async () => {
    await write('east/captures', [1]);
    await write('west/captures', [2]);

    expect(await idsOf('--dir', 'east/captures', '--dir', 'west/captures')).toEqual([
      'east/captures#1',
      'west/captures#1',
    ]);
  });

  it('refuses an archive that is given twice or does not exist', async () => {
    await write('a', [1]);
    await symlink('a', join(folder.cwd, 'link'));

    for (const same of ['./a', 'link']) {
      expect(await list('--dir', 'a', '--dir', same)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`Cannot read the archive "${same}" twice.`) as unknown,
      });
    }
    expect(await list('--dir', 'a', '--dir', 'none')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('none') as unknown,
    });
  });
});
