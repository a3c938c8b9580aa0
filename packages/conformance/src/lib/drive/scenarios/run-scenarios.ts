import { matchesGlob } from '@idvkit/cli-kit';

import type { SkippedScenario } from '../calls/conformance-run.ts';
import type { RunProgress } from '../calls/run-options.ts';
import { RunProblemError, type RunProblem } from '../calls/run-problem.ts';
import type { ChosenRule } from '../plan/judged-endpoints.ts';
import type { Scenario, Stage } from './stage.ts';

/** Time between a submission and its resend: all timestamps and `exp` differ. */
const LATER_MS = 3000;

export interface ScenariosRun {
  readonly causedAt?: number;
  readonly skipped: readonly SkippedScenario[];
  readonly problem?: RunProblem;
}

export interface ScenarioParts extends Pick<Stage, 'skip' | 'turn'> {
  readonly failed: (problem: RunProblem) => void;
}

export function scenariosFor<Of extends Pick<Scenario, 'rules'>>(
  scenarios: readonly Of[],
  chosen: readonly Pick<ChosenRule, 'id'>[],
): readonly Of[] {
  return scenarios.filter(({ rules }) => {
    const matches = matchesGlob(rules);
    return chosen.some(({ id }) => matches(id));
  });
}

export async function runScenarios(
  scenarios: readonly Scenario[],
  stageOf: StageOf,
  watch: Watch,
): Promise<ScenariosRun> {
  const runner = new ScenarioRunner(scenarios, stageOf, watch);
  const at = (when: Scenario['when']): readonly Scenario[] => scenarios.filter((scenario) => scenario.when === when);
  const beside = at('beside').map((scenario) => {
    const turn = Promise.withResolvers<void>();
    // The scenario may have ended without waiting for its turn.
    turn.promise.catch(() => {});
    const over = runner.run(scenario, () => turn.promise);
    return { turn, over };
  });
  const others = async (): Promise<void> => {
    await runner.runTogether(at('together'));
    await runner.runTogether(at('submitted'));
    const later = at('later');
    if (later[0] !== undefined) await letTimePass(stageOf(later[0], { skip: () => {}, failed: () => {}, turn: now }));
    await runner.runTogether(later);
    await runner.runInOrder(at('alone'));
  };
  const first = others();
  for (const { turn } of beside) first.then(turn.resolve, turn.reject);
  await allSettled([first, ...beside.map(({ over }) => over)]);
  await runner.runInOrder(at('last'));
  return runner.result;
}

type StageOf = (scenario: Scenario, parts: ScenarioParts) => Stage;

interface Watch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (progress: RunProgress) => void;
  readonly countFailed?: (() => number) | undefined;
}

class ScenarioRunner {
  readonly #scenarios: readonly Scenario[];
  readonly #stageOf: StageOf;
  readonly #watch: Watch;
  readonly #skipped: SkippedScenario[] = [];
  #problem: RunProblem | undefined;
  #ended = 0;
  #causedAt: number | undefined;

  constructor(scenarios: readonly Scenario[], stageOf: StageOf, watch: Watch) {
    this.#scenarios = scenarios;
    this.#stageOf = stageOf;
    this.#watch = watch;
  }

  get result(): ScenariosRun {
    return {
      skipped: this.#skipped,
      ...(this.#causedAt !== undefined && { causedAt: this.#causedAt }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  async run(scenario: Scenario, turn: Stage['turn'] = now): Promise<void> {
    const { signal, onProgress, countFailed } = this.#watch;
    const { name } = scenario;
    const skip: Stage['skip'] = (reason, lacks) =>
      this.#skip({ scenario: name, reason, ...(lacks !== undefined && { lacks }) });
    const failed = (problem: RunProblem): void => {
      this.#problem ??= problem;
      skip(problem.message);
    };
    const stage = this.#stageOf(scenario, { skip, failed, turn });
    if (stage.isSpent()) return skip('The budget of calls or minutes is used up (--budget).');
    onProgress({ kind: 'scenario-started', scenario: name });
    try {
      await scenario.run(stage);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof RunProblemError)) throw error;
      failed(error.problem);
    }
    this.#ended += 1;
    if (scenario.causesNoDelivery !== true) this.#causedAt = stage.clock.now();
    const counts = { ended: this.#ended, scenarios: this.#scenarios.length, observations: stage.recorder.size };
    onProgress({ kind: 'scenario-ended', scenario: name, ...counts, countFailed });
  }

  runTogether(scenarios: readonly Scenario[]): Promise<void> {
    return allSettled(scenarios.map((scenario) => this.run(scenario)));
  }

  async runInOrder(scenarios: readonly Scenario[]): Promise<void> {
    for (const scenario of scenarios) {
      this.#watch.signal?.throwIfAborted();
      await this.run(scenario);
    }
  }

  #skip(skipped: SkippedScenario): void {
    const { scenario, reason } = skipped;
    if (this.#skipped.some((each) => each.scenario === scenario && each.reason === reason)) return;
    this.#skipped.push(skipped);
    this.#watch.onProgress({ kind: 'scenario-skipped', scenario, reason });
  }
}

async function letTimePass({ applications, clock }: Stage): Promise<void> {
  if (!applications.all.some(({ state }) => state === 'submitted')) return;
  await clock.pass(LATER_MS, 'so that later timestamps differ');
}

/** Turn of scenarios that do not run beside others: immediately. */
function now(): Promise<void> {
  return Promise.resolve();
}

/** Waits for all tasks, then throws the first failure. */
async function allSettled(tasks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(tasks);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
