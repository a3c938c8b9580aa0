import { randomInt } from 'node:crypto';

import { specifiedPolicy } from '@idvkit/delivery';
import type { SendPlan } from '@idvkit/schema/formats';

/** Captures to send, their receivers, and choices with the defaults of `idvkit send`. */
export type SendRequest = Pick<SendPlan, 'captures' | 'targets'> & Partial<SendPlan>;

/** Deliveries in parallel at a pace: one that takes long must not hold up the next. */
const CONCURRENCY_AT_A_PACE = 100;

export function createSendPlan(request: SendRequest): SendPlan {
  const { pace = { kind: 'none' } } = request;
  return {
    mode: 'as-is',
    images: 'keep',
    set: [],
    headers: [],
    times: 1,
    order: 'given',
    seed: randomInt(2 ** 31),
    concurrency: pace.kind === 'none' ? 1 : CONCURRENCY_AT_A_PACE,
    retrySpacingMs: 1_000,
    timeoutMs: specifiedPolicy.timeoutMs,
    expect: '2xx',
    ...request,
    pace,
  };
}
