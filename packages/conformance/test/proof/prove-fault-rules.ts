import { allFaults } from '@idvkit/mock';
import { expect, it } from 'vitest';

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
/** A busy machine is slow, not wrong: these are about 30 runs. */
const TIMEOUT_MS = 600_000;

/** Puts faults into groups in which no fault is known to break the rule of another. Rules of one area need the same calls. */
function grouped(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const groups: Fault[][] = [];
  const breaks = ({ rule, alsoBreaks }: Fault, other: Fault): boolean =>
    rule === other.rule || alsoBreaks.includes(other.rule);
  for (const fault of faults.toSorted(byRule)) {
    const group = groups.find(
      (each) => each.length < MAX_GROUP && each.every((other) => !breaks(fault, other) && !breaks(other, fault)),
    );
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

function byRule({ rule: one }: Fault, { rule: other }: Fault): number {
  return one < other ? -1 : Number(one > other);
}

/** Runs what the rules of each group need. @returns Faults whose rule did not fail. */
async function missed(
  groups: readonly (readonly Fault[])[],
  budget: NonNullable<RunOptions['budget']>,
): Promise<readonly Fault[]> {
  const left: Fault[] = [];
  for (const faults of groups) {
    const run = await runConformance({
      seed: 7,
      faults: faults.map(({ id }) => id),
      only: faults.map(({ rule }) => rule),
      budget,
    });
    const failed = new Set(run.outcomes.flatMap(({ rule, failures }) => (failures > 0 ? [rule.id] : [])));
    left.push(...faults.filter(({ rule }) => !failed.has(rule)));
  }
  return left;
}

/** Proves one half of the faults. Each half has a file, so that two workers share them. */
export function proveFaultRules(half: 0 | 1): void {
  // `prove:checks` runs each fault by itself, and then no other rule may fail.
  it(
    'each fault fails its rule',
    async () => {
      const faults = FAULTS.filter((_, index) => index % 2 === half);
      // One fault may hide another, for example by an answer that ends the scenario, and some need more calls.
      const hidden = await missed(grouped(faults), FEW);
      const again = await missed(grouped(hidden), DUE);
      const alone = await missed(
        again.map((fault) => [fault]),
        DUE,
      );
      const where = 'packages/conformance/src/lib/drive/scenarios';
      expect(
        alone.map(({ id }) => id),
        `No run shows these faults: extend a scenario in ${where}`,
      ).toEqual([]);
    },
    TIMEOUT_MS,
  );
}
