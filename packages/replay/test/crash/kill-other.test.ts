import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { seededRandom } from '../../../../tools/testing/sample.ts';
import { killForward } from './kill-forward.ts';
import { killPrune } from './kill-prune.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-crash-'));
});

afterEach(() => rm(folder, { recursive: true }));

// `prove:archive` kills each 100 times, with random seeds.
it('forwards what it acknowledged, or says that it was not passed on', async () => {
  const report = await killForward({ folder, kills: 1, random: seededRandom(1) });
  expect(report).toEqual({
    kills: 1,
    acknowledged: report.acknowledged,
    lost: [],
    wronglyForwarded: [],
    neverForwarded: [],
  });
  expect(report.acknowledged).toBeGreaterThan(0);
});

it('leaves nothing of what it erased when it is killed, and loses nothing else', async () => {
  const report = await killPrune({ folder, kills: 2, random: seededRandom(1) });
  expect(report).toEqual({ kills: 2, erased: report.erased, lost: [], faults: [], left: [] });
  expect(report.erased).toBeGreaterThan(200);
});
