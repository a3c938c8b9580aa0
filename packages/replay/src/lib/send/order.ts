import { createHash } from 'node:crypto';

import type { SendPlan } from '@idvkit/schema/formats';

/** One capture to one target, once. */
export interface SendItem {
  /** 1-based; the same in every part of a run. */
  readonly item: number;
  readonly capture: number;
  /** 1 for the first time that the capture goes to the target. */
  readonly copy: number;
  /** 0-based, in `targets`. */
  readonly target: number;
  /** Place in the order, 0-based; the same for every target. */
  readonly place: number;
}

/** Lists the deliveries of a plan in the order in which they leave. It follows from the plan alone. */
export function planItems(plan: Pick<SendPlan, 'captures' | 'times' | 'order' | 'seed' | 'targets'>): SendItem[] {
  const copies = new Map<number, number>();
  return inOrder(plan).flatMap((capture, place) => {
    const copy = (copies.get(capture) ?? 0) + 1;
    copies.set(capture, copy);
    return plan.targets.map((_, target) => ({
      item: place * plan.targets.length + target + 1,
      capture,
      copy,
      target,
      place,
    }));
  });
}

function inOrder({ captures, times, order, seed }: Pick<SendPlan, 'captures' | 'times' | 'order' | 'seed'>): number[] {
  const repeated = (ids: readonly number[]): number[] => ids.flatMap((id) => Array<number>(times).fill(id));
  switch (order) {
    case 'given':
      return repeated(captures);
    case 'recorded':
      return repeated(captures.toSorted((one, other) => one - other));
    case 'reverse':
      return repeated(captures.toSorted((one, other) => other - one));
    case 'random':
      return shuffled(repeated(captures), seed);
  }
}

function shuffled(ids: readonly number[], seed: number): number[] {
  return ids
    .map((id, index) => ({ id, key: createHash('sha256').update(`${seed} ${index}`).digest('hex') }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ id }) => id);
}
