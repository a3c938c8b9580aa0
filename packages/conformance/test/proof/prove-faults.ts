import { allFaults } from '@idvkit/mock';
import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';

/** Ids of the rules that a run found broken, warnings included. */
async function brokenRules(faults: readonly string[], seed: number): Promise<readonly RuleId[]> {
  const { outcomes, selfCheck, problem } = await runConformance({ faults, seed });
  expect({ problem, missed: selfCheck.missed }).toEqual({ problem: undefined, missed: [] });
  return outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned').map(({ rule }) => rule.id);
}

/**
 * Runs the whole conformance suite against a mock with one fault, for every `parts`th fault: each must give a finding of its
 * own rule, and none beyond the rules that it says it cannot but break along with it.
 *
 * The parts are files of their own so that they run side by side.
 */
export function proveFaults(part: number, parts: number): void {
  describe('a fault gives a finding of its own rule and of no other', () => {
    it.each(allFaults.filter((_, index) => index % parts === part).map((fault) => [fault.id, fault] as const))(
      '%s',
      async (id, { rule, alsoBreaks }) => {
        const broken = await brokenRules([id], 7);
        expect(broken, 'its own rule').toContain(rule);
        expect(
          broken.filter((each) => each !== rule && !alsoBreaks.includes(each)),
          'beyond what it says',
        ).toEqual([]);
      },
      // A machine that others use as well is no reason to fail.
      300_000,
    );
  });
}
