import { describe, expect, it } from 'vitest';

import { send, type RunEvent } from '../../src/index.ts';
import { useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

describe('send()', () => {
  it('sends captures with the defaults of the command, and reports', async () => {
    await runs.sample.keep(['1', '2']);
    runs.receiver.plan.push(204, 401);
    const events: RunEvent[] = [];
    const report = await send({
      archive: runs.sample.archive,
      secret: 'receiver-secret',
      run: { captures: [1, 2], targets: [runs.receiver.url] },
      onEvent: (event) => events.push(event),
    });
    expect(runs.bodies()).toEqual(['1', '2']);
    expect(report).toMatchObject({ complete: true, mode: 'as-is', summary: { met: 1, unmet: 1, attempts: 2 } });
    expect(events.map(({ kind }) => kind)).toEqual(['begun', 'attempt', 'attempt']);

    const resumed = await send({
      archive: runs.sample.archive,
      secret: 'receiver-secret',
      run: { resume: report.run, targets: [runs.receiver.url] },
    });
    expect(resumed.deliveries).toEqual(report.deliveries);
    expect(runs.bodies()).toHaveLength(2);
  });

  it('compares with a baseline', async () => {
    await runs.sample.keep(['1']);
    const options = {
      archive: runs.sample.archive,
      secret: 'receiver-secret',
      run: { captures: [1], targets: [runs.receiver.url] },
    };
    const { deliveries } = await send({ ...options, run: { ...options.run, expect: '401,403' } });
    const entry = { sha256: deliveries[0]?.sha256 ?? '', copy: 1, target: 1, answer: '204', met: false };
    const report = await send({
      ...options,
      baseline: { format: 'idvkit.send-baseline', version: 1, recordedAt: '', expect: '401,403', entries: [entry] },
    });
    expect(report.baseline).toEqual({ verdicts: { fixed: 1 }, notSent: 0 });
  });

  it.each([
    [{ captures: [1], targets: ['https://hooks.example/'] }, 'only loopback is allowed'],
    [{ captures: [1], targets: ['ftp://127.0.0.1/'] }, 'not an http or https address'],
    [{ captures: [9], targets: ['http://127.0.0.1:1/'] }, 'the archive has no capture "9"'],
    [{ resume: 'last', targets: [] }, 'There is no run "last"'],
  ])('refuses %j, and begins no run', async (run, message) => {
    await runs.sample.keep(['1']);
    const { archive } = runs.sample;
    await expect(send({ archive, secret: 'receiver-secret', run })).rejects.toThrow(message);
    await expect(send({ archive, secret: 'receiver-secret', run: { resume: 'last', targets: [] } })).rejects.toThrow(
      'There is no run',
    );
  });
});
