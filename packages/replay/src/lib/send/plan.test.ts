import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { planItems } from './order.ts';
import { departures } from './pace.ts';

const targets = ['http://127.0.0.1:1/', 'http://127.0.0.1:2/'];
const orders = fc.constantFrom('given' as const, 'recorded' as const, 'reverse' as const, 'random' as const);

describe('planItems()', () => {
  it('has every capture as often as it is to be sent, for every target, under numbers of its own', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        orders,
        fc.nat(),
        (captures, times, order, seed) => {
          const plan = { captures, times, order, seed, targets };
          const items = planItems(plan);
          const names = items.map(({ capture, copy, target }) => `${capture} ${copy} ${target}`);
          const expected = captures.flatMap((capture) =>
            Array.from({ length: times }, (_, copy) => [`${capture} ${copy + 1} 0`, `${capture} ${copy + 1} 1`]).flat(),
          );
          expect(names.toSorted()).toEqual(expected.toSorted());
          expect(items.map(({ item }) => item)).toEqual(items.map((_, index) => index + 1));
          expect(planItems(plan)).toEqual(items);
        },
      ),
    );
  });

  it('shuffles differently for another seed', () => {
    const captures = Array.from({ length: 20 }, (_, index) => index + 1);
    const of = (seed: number): number[] =>
      planItems({ captures, times: 1, order: 'random', seed, targets: targets.slice(1) }).map(({ capture }) => capture);
    expect(of(1)).not.toEqual(of(2));
  });
});

describe('departures()', () => {
  const receivedAt = [5_000, 1_000, 2_000];

  it.each([
    [{ kind: 'none' } as const, [0, 0, 0]],
    [{ kind: 'rate', perSecond: 4 } as const, [0, 250, 500]],
    [{ kind: 'recorded', factor: 1 } as const, [0, 1_000, 4_000]],
    [{ kind: 'recorded', factor: 10 } as const, [0, 100, 400]],
  ])('keeps %j', (pace, expected) => {
    const leavesAt = departures(pace, receivedAt);
    expect(receivedAt.map((_, index) => leavesAt(index))).toEqual(expected);
  });
});
