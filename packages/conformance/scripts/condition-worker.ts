/** Measures the groups of conditional faults that its parent sends it, one at a time, and sends back what came of each fault. */
import type { DrawnFault } from '../test/conditional-faults/draw.ts';
import { measureFaults } from '../test/conditional-faults/measure-faults.ts';

process.on('message', ({ group, seed }: { readonly group: readonly DrawnFault[]; readonly seed: number }) => {
  measureFaults(group, seed).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      throw error;
    },
  );
});
