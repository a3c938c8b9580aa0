import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { runConformance, type RunOptions } from '../../src/index.ts';
import { DUE } from '../due.ts';

type Fault = (typeof allFaults)[number];

/** With `vitest --changed`: the strings in and around the changed lines, among them ids of rules and faults. */
const changed = process.env['IDVKIT_CHANGED'];
const strings = changed === undefined ? undefined : (JSON.parse(changed) as readonly string[]); // As the configuration writes it.

const FAULTS = allFaults.filter(
  // A file without a test fails: one fault of each half is always proved.
  ({ id, rule }, index) => strings === undefined || index < 2 || strings.includes(id) || strings.includes(rule),
);

/** Faults of one run. */
const MAX_GROUP = 16;
/** Calls that show most faults. */
const FEW = { calls: 200 };

/** Puts faults into groups in which no fault is known to break the rule of another. */
function grouped(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups: Fault[][] = [];
  const breaks = ({ rule, alsoBreaks }: Fault, other: Fault): boolean =>
    rule === other.rule || alsoBreaks.includes(other.rule);
  for (const fault of faults) {
    const group = groups.find(
      (each) => each.length < MAX_GROUP && each.every((other) => !breaks(fault, other) && !breaks(other, fault)),
    );
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

/** Runs what the rules of these faults need. @returns Faults whose rule did not fail. */
async function missed(faults: readonly Fault[], budget: NonNullable<RunOptions['budget']>): Promise<readonly Fault[]> {
  if (faults.length === 0) return [];
  const run = await runConformance({
    seed: 7,
    faults: faults.map(({ id }) => id),
    only: faults.map(({ rule }) => rule),
    budget,
  });
  const failed = new Set(run.outcomes.flatMap(({ rule, failures }) => (failures > 0 ? [rule.id] : [])));
  return faults.filter(({ rule }) => !failed.has(rule));
}

/** Proves one half of the faults. Each half has a file, so that two workers share them. */
export function proveFaultRules(half: 0 | 1): void {
  // `prove:checks` runs each fault by itself, and then no other rule may fail.
  describe('the rules of faults', () => {
    const groups = grouped(FAULTS.filter((_, index) => index % 2 === half));
    it.concurrent.each(groups.map((group) => [group.map(({ id }) => id).join(', '), group] as const))(
      'find them: %s',
      async (_, group) => {
        const alone: Fault[] = [];
        // One fault may hide another, for example by an answer that ends the scenario, and some need more calls.
        for (const fault of await missed(await missed(group, FEW), DUE)) alone.push(...(await missed([fault], DUE)));
        expect(alone.map(({ id }) => id)).toEqual([]);
      },
    );
  });
}
