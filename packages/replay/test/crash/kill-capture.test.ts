import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { seededRandom } from '../../../../tools/testing/sample.ts';
import { killCapture } from './kill-capture.ts';

/** Tests read sources. */
const nodeArguments = ['--conditions=@idvkit/source'];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-crash-'));
});

afterEach(() => rm(folder, { recursive: true }));

// `prove:archive` kills it 100 times, with random seeds.
it('loses nothing that it acknowledged when it is killed', async () => {
  const report = await killCapture({
    folder,
    kills: 1,
    senders: 24,
    random: seededRandom(1),
    nodeArguments,
  });
  expect(report).toEqual({ kills: 1, moved: 0, refused: 0, acknowledged: report.acknowledged, lost: [], faults: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('loses nothing that it acknowledged when its folder is moved away before', async () => {
  const archive = join(folder, 'archive');
  const report = await killCapture({
    folder: archive,
    kills: 1,
    moves: 1,
    senders: 24,
    random: seededRandom(1),
    nodeArguments,
  });
  expect(report).toMatchObject({ kills: 1, moved: 1, lost: [], faults: [] });
  expect(report.refused).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual(['archive']);
});
