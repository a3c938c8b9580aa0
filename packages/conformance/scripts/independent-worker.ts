/** Runs every rule against the independent service with the faults of `prove-independent.ts`. */
import { SEED } from '../../../tools/testing/sample.ts';
import { CONDITIONAL_FAULTS } from '../test/independent-service/conditional-faults.ts';
import { findersOf } from '../test/independent-service/finders-of.ts';
import { answerTasks } from './worker-pool.ts';

answerTasks((id: string) => {
  const fault = CONDITIONAL_FAULTS.find((each) => each.id === id);
  if (fault === undefined) throw new RangeError(`Unknown conditional fault "${id}"`);
  return findersOf(fault, SEED);
});
