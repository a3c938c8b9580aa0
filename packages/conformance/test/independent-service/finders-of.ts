import type { RunOptions } from '../../src/index.ts';
import type { ConditionalFault } from './conditional-faults/conditional-fault.ts';
import { runAgainst } from './run-against.ts';

/** Retries are a second apart by the clock of the service, so that times of attempts differ as they do for a team. */
const SPACING_MS = 1000;

/** Runs every rule against a service with a fault, and returns those that failed or warned. */
export async function findersOf(
  { settings }: Pick<ConditionalFault, 'settings'>,
  seed: number,
  budget?: RunOptions['budget'],
): Promise<string[]> {
  const { outcomes } = await runAgainst({ spacingMs: SPACING_MS, ...settings() }, (config) => ({
    ...config,
    patienceSeconds: 5,
    seed,
    budget: { ...config.budget, ...budget },
  }));
  return outcomes.filter(({ failures }) => failures > 0).map(({ rule }) => rule.id);
}
