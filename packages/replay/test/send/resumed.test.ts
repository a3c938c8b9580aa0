import { describe, expect, it } from 'vitest';

import { useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

describe('sendRun(), resumed', () => {
  it('sends only what was neither answered nor timed out, with the retries that are left', async () => {
    await runs.sample.keep(['1', '2', '3', '4']);
    runs.receiver.plan.push(204, 404, 503, 'silence');
    const ended = Promise.withResolvers<void>();
    let attempts = 0;
    const onEvent = (): void => {
      attempts += 1;
      if (attempts === 3) ended.resolve();
    };
    const planned = runs.plan({ captures: [1, 2, 3, 4], concurrency: 4, retrySpacingMs: 3_600_000 });
    const running = runs.send(planned, { onEvent });
    await Promise.all([runs.receiver.count(4), ended.promise]);
    runs.interrupt();
    const { run, outcomes } = await running;
    expect(outcomes.map(({ result }) => result).toSorted()).toEqual([
      'delivered',
      'given-up',
      'interrupted',
      'interrupted',
    ]);
    const open = outcomes.flatMap(({ item, result }) => (result === 'interrupted' ? [String(item.capture)] : []));

    runs.receiver.arrived.length = 0;
    const resumed = await runs.send(runs.plan(), { resume: run });
    expect(runs.bodies().toSorted()).toEqual(open.toSorted());
    expect(resumed.outcomes.flatMap(({ item, again }) => (again ? [String(item.capture)] : []))).toEqual(open);
    expect(resumed.outcomes.map(({ result }) => result).toSorted()).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'given-up',
    ]);
  });

  it('has the retries that are left, and counts attempts on', async () => {
    await runs.sample.keep(['1']);
    const { archive } = runs.sample;
    const at = '2026-01-05T03:00:00.000Z';
    const run = await archive.startRun(runs.plan(), at);
    const attempt = { capture: 1, run, item: 1, at, target: runs.receiver.url };
    for (const number of [1, 2]) {
      const outcome = { status: 503 };
      await archive.addAttempt({ ...attempt, number, durationMs: 1, outcome, next: 'retry' });
    }
    await archive.addAttempt({ ...attempt, number: 3, outcome: 'started' });
    await archive.releaseRun(run);
    runs.receiver.plan.push(500, 500, 500);
    const { outcomes } = await runs.send(runs.plan(), { resume: run });
    expect(outcomes[0]?.attempts.map(({ number, rule }) => `${number} ${rule}`)).toEqual([
      '1 5xx: retry 1 of 3 follows',
      '2 5xx: retry 2 of 3 follows',
      '3 5xx: retry 3 of 3 follows',
      '4 5xx: retried three times, no more',
    ]);
    expect(runs.bodies()).toHaveLength(2);
  });

  it('does nothing where all is known, and refuses runs that are not there or under way', async () => {
    await runs.sample.keep(['1']);
    const { run } = await runs.send(runs.plan());
    await runs.send(runs.plan(), { resume: run });
    expect(runs.bodies()).toEqual(['1']);
    const { archive } = runs.sample;
    await expect(archive.resumeRun('no-such-run')).rejects.toThrow('There is no run "no-such-run"');
    await archive.resumeRun('last');
    await expect(archive.resumeRun(run)).rejects.toThrow('is in progress in another process');
  });
});
