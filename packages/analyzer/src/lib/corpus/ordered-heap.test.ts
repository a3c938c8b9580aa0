import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { OrderedHeap } from './ordered-heap.ts';

describe('OrderedHeap', () => {
  it('gives its items back from the last to the first, whatever is added between', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (steps) => {
        const heap = new OrderedHeap<number>((a, b) => a - b);
        const items: number[] = [];
        const taken: (number | undefined)[] = [];
        const expected: (number | undefined)[] = [];
        for (const step of [...steps, ...steps.map(() => null)]) {
          items.sort((a, b) => a - b);
          taken.push(heap.last);
          expected.push(items.at(-1));
          if (step === null) {
            taken.push(heap.takeLast());
            expected.push(items.pop());
          } else {
            heap.add(step);
            items.push(step);
          }
        }
        expect(taken).toEqual(expected);
        expect(heap.last).toBeUndefined();
      }),
    );
  });
});
