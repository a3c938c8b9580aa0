import { createCredentials } from './drive/calls/credentials.ts';
import type { RunPlan } from './drive/calls/plan-coverage.ts';
import type { RunOptions } from './drive/calls/run-options.ts';
import { runSettings } from './drive/calls/run-settings.ts';
import { receiverCount } from './drive/operators/open-receivers.ts';
import { openTarget, type OpenTarget } from './drive/operators/open-target.ts';
import { type ChosenRule, judgedEndpoints } from './drive/plan/judged-endpoints.ts';
import { allScenarios } from './drive/scenarios/all-scenarios.ts';
import { planRun } from './drive/scenarios/plan-run.ts';
import { scenariosFor } from './drive/scenarios/run-scenarios.ts';
import type { Scenario } from './drive/scenarios/stage.ts';

/** A planned run, and what it is planned for. */
export interface PlannedRun extends RunPlan {
  readonly target: 'embedded-mock' | 'live';
}

/**
 * Plans a run without a call to the service. A mock with an address is planned for as a live service.
 *
 * @param rules Rules of the run.
 * @throws {RunProblemError} if the options are not usable.
 */
export async function planConformance(options: RunOptions, rules: readonly ChosenRule[]): Promise<PlannedRun> {
  const { baseUrl, token = 'unknown', formSlug = 'unknown' } = options;
  // Nothing that needs a token or a form is called.
  const asked: RunOptions = baseUrl === undefined ? options : { ...options, portal: 'never', token, formSlug };
  const target = await openTarget(asked, 1, () => {});
  try {
    const plan = await planTarget(asked, { target, rules, scenarios: scenariosFor(allScenarios, rules) });
    return { ...plan, target: baseUrl === undefined ? 'embedded-mock' : 'live' };
  } finally {
    await target.close();
  }
}

/** Plans a run against an open target. */
export async function planTarget(
  options: RunOptions,
  {
    target,
    rules,
    scenarios,
  }: { readonly target: OpenTarget; readonly rules: readonly ChosenRule[]; readonly scenarios: readonly Scenario[] },
): Promise<RunPlan> {
  const { operator, kind, token, clock } = target;
  const settings = runSettings(options, kind === 'live' ? 'live' : 'mock');
  return planRun({
    operator,
    plainForm: await operator.plainForm?.(),
    credentials: createCredentials(token, 'wrong'),
    receivers: receiverCount(options.receiver ?? {}, operator),
    guest: kind === 'live',
    isThorough: settings.isThorough,
    judges: (globs) => scenariosFor([{ rules: globs }], rules).length > 0,
    endpoints: judgedEndpoints(rules),
    scenarios,
    settings,
    movesTime: clock !== undefined,
    isPartial: options.only !== undefined,
  });
}
