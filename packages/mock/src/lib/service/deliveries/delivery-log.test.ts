import type { Attempt } from '@idvkit/delivery';
import { describe, expect, it } from 'vitest';

import type { PlannedDelivery } from '../../behaviour/hooks/behaviour.ts';
import { DeliveryLog } from './delivery-log.ts';

const planned = {
  type: 'submit_form',
  trigger: 'submission',
  receiver: { id: 'wh-1', url: 'http://127.0.0.1/hook', secret: 's', events: [] },
  application: { slug: 'slug' },
  // What the log does not look at is left out.
} as unknown as PlannedDelivery;

function attempt(number: number, next: Attempt['next']): Attempt {
  const outcome = { kind: 'answered', status: next === 'delivered' ? 204 : 500 } as const;
  return { receiverId: '1', number, nounce: `n-${number}`, createdAt: '', startedAt: 0, endedAt: 1, outcome, next };
}

function deliver(log: DeliveryLog, body: string): void {
  const id = log.queue(planned, 0);
  log.sends(id, body);
  log.ended(id, attempt(1, 'delivered'));
}

describe('DeliveryLog', () => {
  it('adds attempts as they end', () => {
    const log = new DeliveryLog();
    const id = log.queue(planned, 5);
    const queued = log.deliveries[0]?.state;
    log.sends(id, '{"try":1}');
    log.ended(id, attempt(1, 'retry'));
    const retrying = log.deliveries[0]?.state;
    log.ended(id, attempt(2, 'delivered'));

    expect([queued, retrying]).toEqual(['in-progress', 'in-progress']);
    expect(log.deliveries).toMatchObject([
      {
        id: 1,
        slug: 'slug',
        receiverId: 'wh-1',
        queuedAt: 5,
        state: 'delivered',
        attempts: [{ number: 1, body: '{"try":1}' }, { number: 2 }],
      },
    ]);
    expect(log.deliveries[0]?.attempts[1]?.body).toBeUndefined();
  });

  it('forgets the oldest bodies, not the deliveries, once there are too many', () => {
    const log = new DeliveryLog();
    for (let count = 0; count < 40; count += 1) deliver(log, 'x'.repeat(250_000));

    const bodies = log.deliveries.map(({ attempts }) => attempts[0]?.body !== undefined);
    expect(bodies).toHaveLength(40);
    expect(bodies.filter(Boolean)).toHaveLength(33);
    expect(bodies.indexOf(true)).toBe(7);
  });

  it('does not keep a body that is large', () => {
    const log = new DeliveryLog();
    deliver(log, 'x'.repeat(262_145));

    expect(log.deliveries[0]?.attempts[0]?.body).toBeUndefined();
  });

  it('forgets the oldest deliveries once there are thousands', () => {
    const log = new DeliveryLog();
    for (let count = 0; count < 5_001; count += 1) log.queue(planned, 0);

    expect([log.deliveries.length, log.deliveries[0]?.id]).toEqual([5_000, 2]);
    expect(log.ended(1, attempt(1, 'delivered'))).toBeUndefined();
  });
});
