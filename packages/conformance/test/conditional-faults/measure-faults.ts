import { createMock } from '@idvkit/mock';

import { createReport, runConformance, type RunOptions } from '../../src/index.ts';
import { conditional, faultNamed } from './conditional.ts';
import type { DrawnFault } from './draw.ts';
import { ruleOf } from './group-faults.ts';

/** What a run says about a conditional fault. */
export interface Measured {
  /** Whether it showed, and the rule that it breaks failed or warned. */
  readonly isFound: boolean;
  readonly verdict: string;
  /** How often it showed in the run. */
  readonly shown: number;
  /** Other rules that failed or warned. */
  readonly others: readonly string[];
  readonly problem?: string;
}

export type MeasureOptions = Pick<RunOptions, 'thorough' | 'budget'> & { readonly seed: number };

/** Runs everything that there is against a mock with some conditional faults. Returns what it says about each. */
export async function measureFaults(
  faults: readonly Pick<DrawnFault, 'fault' | 'condition'>[],
  options: MeasureOptions,
): Promise<readonly Measured[]> {
  const shown = faults.map(() => 0);
  const mock = createMock({
    seed: options.seed,
    faults: faults.map(({ fault, condition }, index) =>
      conditional(faultNamed(fault), condition, () => (shown[index] = (shown[index] ?? 0) + 1)),
    ),
  });
  try {
    const { url: baseUrl } = await mock.listen();
    const run = await runConformance({ baseUrl, ...options });
    const { rules } = createReport(run);
    const found = rules.flatMap(({ id, verdict }) => (verdict === 'failed' || verdict === 'warned' ? [id] : []));
    const problem = run.problem?.message ?? run.stopped;
    return faults.map((fault, index) => {
      const own = ruleOf(fault);
      const times = shown[index] ?? 0;
      return {
        isFound: times > 0 && found.some((id) => id === own),
        verdict: rules.find(({ id }) => id === own)?.verdict ?? 'not-exercised',
        shown: times,
        others: found.filter((id) => id !== own),
        ...(problem !== undefined && { problem }),
      };
    });
  } finally {
    await mock.close();
  }
}
