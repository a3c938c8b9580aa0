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
      return shuffle(repeated(captures), randomOf(seed));
  }
}

/** Shuffles in place (Fisher and Yates). */
function shuffle<Item>(items: Item[], random: () => number): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1));
    const [one, other] = [items[last], items[pick]];
    if (one === undefined || other === undefined) continue;
    items[last] = other;
    items[pick] = one;
  }
  return items;
}

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
