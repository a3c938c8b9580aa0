import { createTestIo } from '@idvkit/cli-kit/testing';
import { comparison, type Comparison } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';
import { folderWith } from '../cli/folder.ts';
import { createMain } from '../command-line.ts';
import type { Settings } from '../independent-service/settings.ts';
import { startIndependentService } from '../independent-service/start.ts';
import { configFor } from '../independent-service/write-config.ts';
import { PLANTED, settingsWith } from './planted-differences.ts';

/** Few calls: `compare.proof.test.ts` makes all of them. */
const BUDGET = { applications: 2, calls: 60 };

/** Compares a live service with another one, each from its configuration, as the command does. */
async function compared(settings: Settings): Promise<{ readonly code: number; readonly found: Comparison }> {
  await using one = await startService({});
  await using other = await startService(settings);
  const configs = [one, other].map(({ service }) => {
    const { baseUrl, formSlug, token, ratePerSecond } = configFor(service, { listen: '', url: '', secret: '' });
    const config = { baseUrl, formSlug, token, ratePerSecond, patienceSeconds: 0.1, budget: BUDGET, ledger: false };
    return JSON.stringify(config);
  });
  const cwd = await folderWith({ 'a.json': configs[0] ?? '', 'b.json': configs[1] ?? '' });
  const io = createTestIo({ cwd });
  const tool = { name: 'idvkit', version: '0.1.0' };
  const main = createMain({ clock: { now: () => 0 }, fingerprintKey: 'test', tool, runConformance });
  const code = await main(['compare', 'a.json', 'b.json', '--seed', '1', '--json'], io);
  return { code, found: comparison.parse(JSON.parse(io.stdoutText)) };
}

async function startService(settings: Settings) {
  const service = await startIndependentService(settings);
  return { service, [Symbol.asyncDispose]: () => service.close() };
}

describe('idvkit compare, with live services', () => {
  it('finds no difference between two that are the same', async () => {
    const { code, found } = await compared({});
    expect([code, found.differences]).toEqual([0, []]);
    expect(found.compared).toBeGreaterThan(50);
  });

  it('finds a header that only one of them sends, and nothing else', async () => {
    const { code, found } = await compared(settingsWith(PLANTED.filter(({ id }) => id === 'request-id')));
    const values = found.differences.map((each) => (each.kind === 'seen' ? each.value : each.kind));
    expect([code, [...new Set(values)]]).toEqual([1, ['x-request-id']]);
  });
});
