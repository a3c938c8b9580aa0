import { matchesRule } from '../../judge/rule/rule-glob.ts';
import type { SkippedScenario } from '../calls/conformance-run.ts';
import type { RunProgress } from '../calls/run-options.ts';
import { RunProblemError, type RunProblem } from '../calls/run-problem.ts';
import type { Scenario, Stage } from './stage.ts';

/** Time between a submission and its resend: enough for every timestamp and `exp` to differ. */
const LATER_MS = 3000;

/** What came of running scenarios. */
export interface ScenariosRun {
  /** When the run last did something that may cause a delivery, by its own clock; absent if it did nothing of the kind. */
  readonly causedAt?: number;
  readonly skipped: readonly SkippedScenario[];
  readonly problem?: RunProblem;
}

/** Parts of a stage that belong to one scenario. */
export interface ScenarioParts extends Pick<Stage, 'skip' | 'turn'> {
  /** Notes an operator that failed; the scenario continues without what it was to arrange. */
  readonly failed: (problem: RunProblem) => void;
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
 * @param stageOf Makes the stage of a scenario, with the parts that depend on where it stands among the others.
 * @throws what a scenario throws, unless an operator failed: the others continue then.
 */
export async function runScenarios(
  scenarios: readonly Scenario[],
  stageOf: (scenario: Scenario, parts: ScenarioParts) => Stage,
  { signal, onProgress }: { readonly signal?: AbortSignal | undefined; readonly onProgress: (p: RunProgress) => void },
): Promise<ScenariosRun> {
  const skipped: SkippedScenario[] = [];
  let problem: RunProblem | undefined;
  let ended = 0;
  let causedAt: number | undefined;
  /** Lets some time go by since what was submitted, if anything was. */
  const pass = async (scenario: Scenario): Promise<void> => {
    const { applications, clock } = stageOf(scenario, { skip: () => {}, failed: () => {}, turn: now });
    if (applications.all.some(({ state }) => state === 'submitted'))
      await clock.pass(LATER_MS, 'so that later timestamps differ');
  };

  async function one(scenario: Scenario, turn: Stage['turn'] = now): Promise<void> {
    const { name } = scenario;
    const skip = (reason: string): void => {
      if (skipped.some((each) => each.scenario === name && each.reason === reason)) return;
      skipped.push({ scenario: name, reason });
      onProgress({ kind: 'scenario-skipped', scenario: name, reason });
    };
    const failed = (failure: RunProblem): void => {
      problem ??= failure;
      skip(failure.message);
    };
    const stage = stageOf(scenario, { skip, failed, turn });
    onProgress({ kind: 'scenario-started', scenario: name });
    try {
      await scenario.run(stage);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RunProblemError)) throw error;
      failed(error.problem);
    }
    ended += 1;
    if (scenario.causesNoDelivery !== true) causedAt = stage.clock.now();
    const observations = stage.recorder.size;
    onProgress({ kind: 'scenario-ended', scenario: name, ended, scenarios: scenarios.length, observations });
  }

  async function inOrder(when: Scenario['when']): Promise<void> {
    for (const scenario of at(when)) {
      signal?.throwIfAborted();
      await one(scenario);
    }
  }

  const at = (when: Scenario['when']): readonly Scenario[] => scenarios.filter((scenario) => scenario.when === when);
  const beside = at('beside').map((scenario) => {
    const turn = Promise.withResolvers<void>();
    // The scenario may have ended without waiting for its turn.
    turn.promise.catch(() => {});
    const over = one(scenario, () => turn.promise);
    return { turn, over };
  });
  const others = async (): Promise<void> => {
    await allSettled(at('together').map((scenario) => one(scenario)));
    await allSettled(at('submitted').map((scenario) => one(scenario)));
    const later = at('later');
    if (later[0] !== undefined) await pass(later[0]);
    await allSettled(later.map((scenario) => one(scenario)));
    await inOrder('alone');
  };
  const first = others();
  for (const { turn } of beside) first.then(turn.resolve, turn.reject);
  await allSettled([first, ...beside.map(({ over }) => over)]);
  await inOrder('last');
  return { skipped, ...(causedAt !== undefined && { causedAt }), ...(problem !== undefined && { problem }) };
}

/** The turn of a scenario that does not run beside others has come when it starts. */
function now(): Promise<void> {
  return Promise.resolve();
}

/** Lets all come to their end before the first failure is passed on: nothing goes on unseen. */
async function allSettled(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
