import type { Fault } from '@idvkit/mock';

import { conditional, faultNamed } from '../../packages/conformance/test/conditional-faults/conditional.ts';
import { drawFaults } from '../../packages/conformance/test/conditional-faults/draw.ts';
import { whereFaultsShow } from '../../packages/conformance/test/conditional-faults/shown.ts';
import { SEED } from './recording.ts';

/** Number of faults that show under one condition only. */
const WANTED = 100;

/** Draws faults that show where two values hold together, those of the fault itself included. */
export async function conditionalFaults(): Promise<readonly Fault[]> {
  const drawn = await drawFaults({ seed: SEED, wanted: WANTED, orders: [2], shown: await whereFaultsShow() });
  return drawn.flatMap(({ faults }) => faults.map(({ fault, condition }) => conditional(faultNamed(fault), condition)));
}
