import { allFaults, createMock } from '@idvkit/mock';

import { createReport, runConformance } from '../../src/index.ts';
import { conditional } from './conditional.ts';
import type { DrawnFault } from './draw.ts';

/** What a run says about a conditional fault. */
export interface Measured {
  /** Whether the fault's own rule failed or warned. */
  readonly isFound: boolean;
  readonly verdict: string;
  /** How often it showed in the run. */
  readonly shown: number;
  /** Other rules that failed or warned. */
  readonly others: readonly string[];
  readonly calls: number;
  readonly problem?: string;
}

/** Runs everything that there is against a mock with one conditional fault. */
export async function measureFault(
  { fault: id, condition }: Pick<DrawnFault, 'fault' | 'condition'>,
  seed: number,
): Promise<Measured> {
  const fault = allFaults.find((each) => each.id === id);
  if (fault === undefined) throw new RangeError(`There is no fault called ${id}`);
  let shown = 0;
  const mock = createMock({ seed, faults: [conditional(fault, condition, () => (shown += 1))] });
  try {
    const { url: baseUrl } = await mock.listen();
    const run = await runConformance({ baseUrl, seed });
    const { rules } = createReport(run);
    const found = rules.flatMap(({ id: rule, verdict }) =>
      verdict === 'failed' || verdict === 'warned' ? [rule] : [],
    );
    const problem = run.problem?.message ?? run.stopped;
    return {
      isFound: found.includes(fault.rule),
      verdict: rules.find(({ id: rule }) => rule === fault.rule)?.verdict ?? 'not-exercised',
      shown,
      others: found.filter((rule) => rule !== fault.rule),
      calls: run.observations.length,
      ...(problem !== undefined && { problem }),
    };
  } finally {
    await mock.close();
  }
}
