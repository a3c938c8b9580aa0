import { expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { createReport, runConformance, type RunProgress } from '../../src/index.ts';

it('calls the correct mock under every triple of conditions with `thorough`, and finds nothing', async () => {
  const progress: RunProgress[] = [];
  const run = await runConformance({ seed: SEED, thorough: true, onProgress: (each) => progress.push(each) });

  const found = run.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  expect(found.map(({ rule }) => rule.id)).toEqual([]);
  const { pairs, triples } = createReport(run).plan ?? {};
  const onlyPlain = 'A form without camera steps in a workspace with too little credit.';
  expect(pairs?.leftOut).toEqual([{ reason: onlyPlain, tuples: 1 }]);
  const missing = triples?.leftOut.filter(({ reason }) => reason !== onlyPlain) ?? [];
  expect(missing).toEqual([]);
  const { applications = NaN } =
    progress.flatMap((each) => (each.kind === 'started' ? (each.plan?.expected ?? []) : []))[0] ?? {};
  expect(Math.abs(applications - run.created.length) / run.created.length).toBeLessThan(0.1);
});
