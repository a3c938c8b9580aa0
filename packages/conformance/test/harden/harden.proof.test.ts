import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { HardenReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { mockWith } from '../../src/lib/harden/change.ts';
import { hardenClient } from '../../src/lib/harden/harden-client.ts';
import { runAgainstMock } from '../../src/lib/harden/run-against-mock.ts';
import { folderWith } from '../cli/folder.ts';

const CLIENT = fileURLToPath(new URL('strict-client.mjs', import.meta.url));
const clock = { now: () => Date.parse('2026-01-05T03:00:00Z') };
const MINUTES = 60_000;

async function options(mode: 'strict' | 'loose') {
  const words = [process.execPath, CLIENT, join(await folderWith(), 'snapshot.json'), mode] as const;
  return { words, cwd: '/', env: {}, signal: new AbortController().signal, jobs: 2, clock };
}

const tool = { name: 'idvkit', version: '0.1.0' };
const withResult = (report: HardenReport, tests: string) => report.changes.filter((change) => change.tests === tests);

describe('hardenClient()', () => {
  it(
    'scores at least 90 % for a client that asserts everything, and no fault that it skips changes anything',
    { timeout: 15 * MINUTES },
    async () => {
      const strict = await options('strict');
      const report = await hardenClient({ ...strict, tool });
      console.log(
        report.summary,
        withResult(report, 'passed').map(({ id, first }) => [id, first]),
      );
      expect(report.summary.score).toBeGreaterThanOrEqual(90);

      const skipped = withResult(report, 'not-met').filter(({ kind }) => kind === 'fault');
      const sample = skipped.filter((_, index) => index % Math.floor(skipped.length / 30) === 0).slice(0, 30);
      expect(sample).toHaveLength(30);
      for (const change of sample) {
        const { ended } = await runAgainstMock(mockWith(change), strict);
        expect([change.id, ended]).toEqual([change.id, 'passed']);
      }
    },
  );

  it('scores at most 5 % for a client that asserts nothing', { timeout: 15 * MINUTES }, async () => {
    const report = await hardenClient({ ...(await options('loose')), tool });
    expect(report.summary.score).toBeLessThanOrEqual(5);
  });
});
