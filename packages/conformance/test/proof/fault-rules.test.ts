import { allFaults } from '@idvkit/mock';
import { expect, it } from 'vitest';

import { runConformance, type RunOptions } from '../../src/index.ts';
import { DUE } from '../due.ts';

type Fault = (typeof allFaults)[number];

/** With `vitest --changed`: the strings in and around the changed lines, among them ids of rules and faults. */
const changed = process.env['IDVKIT_CHANGED'];
const strings = changed === undefined ? undefined : (JSON.parse(changed) as readonly string[]); // As the configuration writes it.

const FAULTS = allFaults.filter(
  // A file without a test fails: one fault is always proved.
  ({ id, rule }, index) => strings === undefined || index === 0 || strings.includes(id) || strings.includes(rule),
);

/** Of few applications, few deliveries come, and these take most of the time. */
const SHORT = { calls: 200, applications: 45 };

/** Few calls show most faults, even many together. One may hide another, for example by an answer that ends a scenario. */
const ROUNDS: readonly { readonly together: number; readonly budget: NonNullable<RunOptions['budget']> }[] = [
  { together: 160, budget: SHORT },
  { together: 40, budget: DUE },
  { together: 8, budget: DUE },
  { together: 1, budget: DUE },
];

/** Puts faults into groups in which no fault is known to break the rule of another. Rules of one area need the same calls. */
function grouped(faults: readonly Fault[], together: number): readonly (readonly Fault[])[] {
  const groups: Fault[][] = [];
  const breaks = ({ rule, alsoBreaks }: Fault, other: Fault): boolean =>
    rule === other.rule || alsoBreaks.includes(other.rule);
  for (const fault of faults.toSorted(byRule)) {
    const group = groups.find(
      (each) => each.length < together && each.every((other) => !breaks(fault, other) && !breaks(other, fault)),
    );
    if (group) group.push(fault);
    else groups.push([fault]);
  }
  return groups;
}

function byRule({ rule: one }: Fault, { rule: other }: Fault): number {
  return one < other ? -1 : Number(one > other);
}

/** Runs what the rules of some faults need. @returns Faults whose rule did not fail. */
async function missedBy(
  faults: readonly Fault[],
  budget: NonNullable<RunOptions['budget']>,
): Promise<readonly Fault[]> {
  const run = await runConformance({
    seed: 7,
    faults: faults.map(({ id }) => id),
    only: faults.map(({ rule }) => rule),
    budget,
  });
  const failed = new Set(run.outcomes.flatMap(({ rule, failures }) => (failures > 0 ? [rule.id] : [])));
  return faults.filter(({ rule }) => !failed.has(rule));
}

// `prove:checks` runs each fault by itself, and then no other rule may fail.
// About 30 whole runs: next to two other test commands, they took more than ten minutes.
it('each fault fails its rule', { timeout: 3_600_000 }, async () => {
  let left: readonly Fault[] = FAULTS;
  for (const { together, budget } of ROUNDS) {
    const missed: Fault[] = [];
    for (const group of grouped(left, together)) missed.push(...(await missedBy(group, budget)));
    left = missed;
  }
  const where = 'packages/conformance/src/lib/drive/scenarios';
  expect(
    left.map(({ id }) => id),
    `No run shows these faults: extend a scenario in ${where}`,
  ).toEqual([]);
});
