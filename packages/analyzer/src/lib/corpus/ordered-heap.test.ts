import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { OrderedHeap } from './ordered-heap.ts';

describe('OrderedHeap', () => {
  it('gives its items back from the last to the first, whatever is added between', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
        const heap = new OrderedHeap<number>((a, b) => a - b);
        const items: number[] = [];
        for (const step of steps) {
          if (step === null) {
            items.sort((a, b) => a - b);
            expect(heap.last).toBe(items.at(-1));
            expect(heap.takeLast()).toBe(items.pop());
          } else {
            heap.add(step);
            items.push(step);
          }
        }
        const rest = items.map(() => heap.takeLast());
        expect(rest).toEqual(items.toSorted((a, b) => b - a));
        expect(heap.last).toBeUndefined();
      }),
    );
  });
});
