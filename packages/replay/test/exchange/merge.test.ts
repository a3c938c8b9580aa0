import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Archive } from '@idvkit/archive';
import { describe, expect, it, vi } from 'vitest';

import { loseBody } from '../../../archive/test/written-archive.ts';
import { mergeArchives } from '../../src/lib/exchange/merge-archives.ts';
import { useExchangeFolder } from './exchange-folder.ts';

const folder = useExchangeFolder();

const bodiesOf = async (name: string): Promise<string[]> =>
  (await folder.capturesOf(name)).map(
    ({ captured, body }) => `${body.toString()}${captured.body.complete ? '' : ' (cut)'}`,
  );

describe('idvkit archive merge', () => {
  it('keeps each capture once, in the order of time, however often it runs', async () => {
    await folder.writeArchive('a', [
      { body: 'one', second: 1 },
      { body: 'three', second: 3 },
      { body: 'one', second: 5 },
    ]);
    await folder.writeArchive('b', [
      { body: 'two', second: 2 },
      { body: 'cut', second: 4, isBroken: true },
      { body: 'one', second: 1 },
    ]);
    expect(await folder.replay(['archive', 'merge', 'a', 'b', '--out', 'c'])).toEqual({
      code: 0,
      stdout: 'Merged 5 captures into c; 1 repeated, 0 erased.\n',
      stderr: '',
    });
    const merged = ['one', 'two', 'three', 'cut (cut)', 'one'];
    expect(await bodiesOf('c')).toEqual(merged);
    expect((await folder.replay(['archive', 'merge', 'b', 'a', 'c', '--out', 'd'])).stdout).toContain(
      'Merged 5 captures',
    );
    expect(await bodiesOf('d')).toEqual(merged);
    expect((await folder.replay(['archive', 'merge', 'a', 'b', '--out', 'c'])).stdout).toBe(
      'Merged 0 captures into c; 6 repeated, 0 erased.\n',
    );
    expect(await folder.replay(['archive', 'verify', 'c'])).toMatchObject({ code: 0 });
  });

  it('erases nothing that another archive has erased', async () => {
    await folder.writeArchive('own', [{ body: 'mine', second: 1 }]);
    await folder.writeArchive('foreign', [{ body: 'mine', second: 1 }], [1]);
    expect(await folder.replay(['archive', 'merge', 'own', 'foreign', '--out', 'new'])).toMatchObject({
      code: 0,
      stdout: 'Merged 1 capture into new; 0 repeated, 0 erased.\n',
    });
    await folder.replay(['archive', 'merge', 'foreign', '--out', 'own']);
    expect([await bodiesOf('new'), await bodiesOf('own')]).toEqual([['mine'], ['mine']]);
  });

  it('does not bring back what an archive has erased', async () => {
    await folder.writeArchive('a', [
      { body: 'kept', second: 1 },
      { body: 'secret', second: 2 },
    ]);
    await folder.writeArchive(
      'b',
      [
        { body: 'secret', second: 2 },
        { body: 'twice', second: 3 },
        { body: 'twice', second: 4 },
      ],
      [1, 2],
    );
    await folder.replay(['archive', 'merge', 'a', '--out', 'c']);
    expect(await bodiesOf('c')).toEqual(['kept', 'secret']);
    expect((await folder.replay(['archive', 'merge', 'a', 'b', '--erasures', '--out', 'c'])).stdout).toBe(
      'Merged 1 capture into c; 1 repeated, 2 erased.\n',
    );
    expect(await bodiesOf('c')).toEqual(['kept', 'twice']);
  });

  it('keeps empty deliveries that are others than the erased one', async () => {
    await folder.writeArchive('a', [
      { body: '', second: 1 },
      { body: '', second: 2 },
    ]);
    await folder.writeArchive('b', [{ body: '', second: 1 }], [1]);
    expect((await folder.replay(['archive', 'merge', 'a', 'b', '--erasures', '--out', 'c'])).stdout).toBe(
      'Merged 1 capture into c; 0 repeated, 1 erased.\n',
    );
  });

  it('keeps what a source has pruned since, and does not bring back what the merged archive has pruned', async () => {
    await folder.writeArchive('a', [{ body: 'old', second: 1 }]);
    await folder.replay(['archive', 'merge', 'a', '--out', 'c']);
    await folder.replay(['archive', 'prune', '--max-age', '1d', 'a']);
    expect(await bodiesOf('a')).toEqual([]);
    await folder.replay(['archive', 'merge', 'a', '--out', 'c']);
    expect(await bodiesOf('c')).toEqual(['old']);
    await folder.writeArchive('b', [{ body: 'old', second: 1 }]);
    await folder.replay(['archive', 'prune', '--max-age', '1d', 'c']);
    await folder.replay(['archive', 'merge', 'b', '--out', 'c']);
    expect(await bodiesOf('c')).toEqual([]);
  });

  it('copies tags, and leaves out captures without their body', async () => {
    await folder.writeArchive('a', [
      { body: 'tagged', second: 1 },
      { body: 'lost', second: 2 },
    ]);
    await folder.replay(['archive', 'tag', 'checkout', '1', '--dir', 'a']);
    loseBody(join(folder.cwd, 'a'), 2);
    expect(await folder.replay(['archive', 'merge', 'a', '--out', 'c'])).toEqual({
      code: 1,
      stdout: 'Merged 1 capture into c; 0 repeated, 0 erased.\n',
      stderr: 'idvkit: Left out 1 capture: body missing or changed.\n',
    });
    expect((await folder.replay(['list', '--dir', 'c'])).stdout).toContain('checkout');
  });

  it('copies what belongs to each capture before the next capture, so that an interruption loses none of it', async () => {
    await folder.writeArchive('a', [
      { body: 'one', second: 1 },
      { body: 'two', second: 2 },
    ]);
    for (const id of ['1', '2']) await folder.replay(['archive', 'tag', `keep-${id}`, id, '--dir', 'a']);
    const source = Archive.open(join(folder.cwd, 'a'));
    const into = Archive.create(join(folder.cwd, 'c'));
    const { signal } = new AbortController();
    vi.spyOn(signal, 'throwIfAborted')
      .mockImplementationOnce(() => {})
      .mockImplementationOnce(() => {
        throw new Error('interrupted');
      });
    await expect(mergeArchives([source], { into, signal })).rejects.toThrow('interrupted');
    for (const each of [into, source]) await each.close();
    expect((await folder.replay(['archive', 'merge', 'a', '--out', 'c'])).stdout).toBe(
      'Merged 1 capture into c; 1 repeated, 0 erased.\n',
    );
    expect((await folder.replay(['list', '--dir', 'c'])).stdout).toMatch(/keep-1[^]*keep-2/);
  });

  it('copies images, and leaves out those that are missing', async () => {
    await folder.writeArchive('a', [{ body: 'one', second: 1 }]);
    const source = Archive.open(join(folder.cwd, 'a'));
    for (const [offset, text] of ['selfie', 'portrait'].entries()) {
      const file = await source.takeImage(Readable.from([Buffer.from(text)]));
      const outcome = { sha256: file.sha256, bytes: file.bytes, contentType: 'image/png' };
      const entry = { capture: 1, offset, length: 1, at: '2026-01-05T03:00:02.000Z', outcome };
      await source.addImages([{ entry, file }]);
      if (text === 'portrait') await rm(join(folder.cwd, 'a/bodies', file.name));
    }
    await source.close();
    expect(await folder.replay(['archive', 'merge', 'a', '--out', 'c'])).toMatchObject({ code: 0, stderr: '' });
    expect(await folder.replay(['archive', 'verify', 'c'])).toMatchObject({ code: 0 });
    const merged = Archive.open(join(folder.cwd, 'c'));
    const kept = merged.imagesOf(1);
    await merged.close();
    expect(kept).toMatchObject([{ capture: 1, offset: 0, outcome: { bytes: 6 } }]);
  });

  it('refuses to merge an archive into itself, and what is no archive', async () => {
    await folder.writeArchive('a', [{ body: 'one', second: 1 }]);
    expect(await folder.replay(['archive', 'merge', 'a', './a', '--out', 'a'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot merge "a" into itself.'),
    });
    expect(await folder.replay(['archive', 'merge', 'nothing', '--out', 'c'])).toMatchObject({ code: 2 });
  });
});
