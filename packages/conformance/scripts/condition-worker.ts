/** Measures the groups of conditional faults of `prove-conditions.ts`. */
import type { DrawnFault } from '../test/conditional-faults/draw.ts';
import { measureFaults, type MeasureOptions } from '../test/conditional-faults/measure-faults.ts';
import { answerTasks } from './worker-pool.ts';

/** Task of this worker. */
export interface ConditionTask {
  readonly group: readonly DrawnFault[];
  readonly options: MeasureOptions;
}

answerTasks(({ group, options }: ConditionTask) => measureFaults(group, options));
