/** Measures the groups of conditional faults that its parent sends it, one at a time, and sends back what came of each fault. */
import type { DrawnFault } from '../test/conditional-faults/draw.ts';
import { measureFaults, type MeasureOptions } from '../test/conditional-faults/measure-faults.ts';

process.on(
  'message',
  ({ group, options }: { readonly group: readonly DrawnFault[]; readonly options: MeasureOptions }) => {
    measureFaults(group, options).then(
      (measured) => process.send?.(measured),
      (error: unknown) => {
        throw error;
      },
    );
  },
);
