/** Measures the conditional faults that its parent sends it, one at a time, and sends back what came of each. */
import type { DrawnFault } from '../test/conditional-faults/draw.ts';
import { measureFault } from '../test/conditional-faults/measure-fault.ts';

process.on('message', ({ drawn, seed }: { readonly drawn: DrawnFault; readonly seed: number }) => {
  measureFault(drawn, seed).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      throw error;
    },
  );
});
