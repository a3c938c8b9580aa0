import { describe, expect, it } from 'vitest';

import { receiverRules } from '../../src/lib/judge/rules/receiver.ts';
import { audit, brokenIn } from './audit.ts';
import { startReceiver } from './test-receiver.ts';

describe('auditReceiver(), of a correct receiver', () => {
  it('passes every rule, with a probe and a body of tens of megabytes', async () => {
    await using receiver = await startReceiver();
    const run = await audit(receiver, { maxBodyBytes: 17_000_000 });
    expect(run.outcomes.map(({ rule, verdict, reason }) => [rule.id, verdict, reason])).toEqual(
      receiverRules.map(({ id }) => [id, 'passed', undefined]),
    );
    expect(run).toMatchObject({ complete: true, interrupted: false });
    expect(run.selfCheck).toEqual({ judged: receiverRules.length, missed: [] });
  });

  it('finds nothing, whatever the seed', async () => {
    await using receiver = await startReceiver();
    for (let seed = 0; seed < 3; seed += 1) {
      expect(brokenIn(await audit(receiver, { seed, maxBodyBytes: 200_000 }))).toEqual([]);
    }
  });
});
