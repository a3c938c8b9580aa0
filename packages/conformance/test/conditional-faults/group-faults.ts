import { allFaults } from '@idvkit/mock';

import { faultSignatures } from '../../src/lib/report/diagnosis/read-signatures.ts';
import type { DrawnFault } from './draw.ts';

/** Rules that a fault breaks or leaves untested in a run where it always shows. */
const touched = new Map<string, ReadonlySet<string>>(
  allFaults.map(({ id, rule, alsoBreaks }) => {
    const signature = faultSignatures().find(({ fault }) => fault === id);
    return [
      id,
      new Set<string>([rule, ...alsoBreaks, ...(signature?.fails.keys() ?? []), ...(signature?.blocks ?? [])]),
    ];
  }),
);

type Grouped = Pick<DrawnFault, 'fault'>;

/** Puts faults into groups of at most `size` in which no fault is known to touch the rule of another. */
export function groupFaults<Each extends Grouped>(faults: readonly Each[], size: number): readonly (readonly Each[])[] {
  const groups: Each[][] = [];
  for (const fault of faults) {
    const group = groups.find((each) => each.length < size && each.every((other) => areApart(fault, other)));
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

function areApart(one: Grouped, other: Grouped): boolean {
  return !touches(one, other) && !touches(other, one);
}

function touches({ fault }: Grouped, other: Grouped): boolean {
  return touched.get(fault)?.has(ruleOf(other)) !== false;
}

/** Returns the rule that a fault breaks. */
export function ruleOf({ fault }: Grouped): string {
  return fault.split('/', 1)[0] ?? '';
}
