import type { SkippedScenario } from '../drive/conformance-run.ts';
import { RunProblemError, type RunProblem } from '../drive/run-problem.ts';
import type { RunProgress } from '../drive/run-progress.ts';
import { matchesRule } from '../rule/rule-glob.ts';
import type { Scenario, Stage } from './stage.ts';

/** Time between a submission and its resend: enough for every timestamp and `exp` to differ. */
const LATER_MS = 3000;

/** What came of running scenarios. */
export interface ScenariosRun {
  readonly skipped: readonly SkippedScenario[];
  readonly problem?: RunProblem;
}

/** Picks the scenarios that at least one of the rules needs. */
export function scenariosFor(scenarios: readonly Scenario[], ruleIds: readonly string[]): readonly Scenario[] {
  return scenarios.filter(({ rules }) => {
    const matches = matchesRule(rules);
    return ruleIds.some(matches);
  });
}

/**
 * Runs scenarios, those that may run together at once.
 *
 * @param stageOf Makes the stage of a scenario; `lacks` collects what it cannot drive.
 * @throws what a scenario throws, unless an operator failed: the others go on without it then.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  stageOf: (scenario: Scenario, lacks: (what: string) => void) => Stage,
  { signal, onProgress }: { readonly signal?: AbortSignal | undefined; readonly onProgress: (p: RunProgress) => void },
): Promise<ScenariosRun> {
  const skipped: SkippedScenario[] = [];
  let problem: RunProblem | undefined;
  let ended = 0;
  /** Lets some time go by since what was submitted, if anything was. */
  const pass = async (scenario: Scenario): Promise<void> => {
    const { applications, clock } = stageOf(scenario, () => {});
    if (applications.all.some(({ state }) => state === 'submitted')) await clock.pass(LATER_MS);
  };

  async function one(scenario: Scenario): Promise<void> {
    const { name } = scenario;
    const lacks = (lacked: string): void => {
      skipped.push({ scenario: name, lacked });
      onProgress({ kind: 'scenario-skipped', scenario: name, lacked });
    };
    const stage = stageOf(scenario, lacks);
    onProgress({ kind: 'scenario-started', scenario: name });
    try {
      await scenario.run(stage);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RunProblemError)) throw error;
      problem ??= error.problem;
      lacks(error.problem.message);
    }
    ended += 1;
    const observations = stage.recorder.size;
    onProgress({ kind: 'scenario-ended', scenario: name, ended, scenarios: scenarios.length, observations });
  }

  const at = (when: Scenario['when']): readonly Scenario[] => scenarios.filter((scenario) => scenario.when === when);
  await allSettled(at('together').map(one));
  await allSettled(at('submitted').map(one));
  const later = at('later');
  if (later[0] !== undefined) await pass(later[0]);
  await allSettled(later.map(one));
  for (const scenario of at('alone')) {
    signal?.throwIfAborted();
    await one(scenario);
  }
  return problem === undefined ? { skipped } : { skipped, problem };
}

/** Lets all come to their end before the first failure is passed on: nothing goes on unseen. */
async function allSettled(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
