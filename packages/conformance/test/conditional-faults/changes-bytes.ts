import type { Fault } from '@idvkit/mock';

import { type Visit, Walker } from './walk.ts';
import { World } from './world.ts';

/** Checks whether a fault changes a byte of a response or a delivery in one of some visits, each in a new world with the same seed. */
export async function changesBytes(fault: Fault, visits: readonly Visit[]): Promise<boolean> {
  for (const visit of visits) {
    const [right, faulty] = [await bytesOf([], visit), await bytesOf([fault], visit)];
    if (right !== faulty) return true;
  }
  return false;
}

async function bytesOf(faults: readonly Fault[], visit: Visit): Promise<string> {
  const world = new World(faults);
  try {
    return await new Walker(world).play(visit);
  } finally {
    await world.close();
  }
}
