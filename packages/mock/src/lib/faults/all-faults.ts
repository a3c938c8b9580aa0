import { authenticationFaults } from './authentication.ts';
import { createFaults } from './create.ts';
import { ekycFaults } from './ekyc.ts';
import { eventFaults } from './event.ts';
import type { Fault } from './fault.ts';

/** Every fault, in the order of the rule catalogue's sections. */
export const allFaults: readonly Fault[] = [...ekycFaults, ...createFaults, ...authenticationFaults, ...eventFaults];

const byId = new Map(allFaults.map((fault) => [fault.id, fault]));

/** The fault of an id, where there is one. */
export function faultOf(id: string): Fault | undefined {
  return byId.get(id);
}
