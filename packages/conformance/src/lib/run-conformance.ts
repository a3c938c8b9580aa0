import { randomBytes, randomInt } from 'node:crypto';
import { basename, relative } from 'node:path';

import type { ConformanceRun, FuzzResult } from './drive/calls/conformance-run.ts';
import { createRandom, type Random } from './drive/calls/random.ts';
import type { RunOptions } from './drive/calls/run-options.ts';
import { type RunProblem, RunProblemError } from './drive/calls/run-problem.ts';
import { judgingContext, runSettings } from './drive/calls/run-settings.ts';
import { fuzzScenario } from './drive/fuzz/fuzz-scenario.ts';
import { openTarget, type OpenTarget } from './drive/operators/open-target.ts';
import { allScenarios } from './drive/scenarios/all-scenarios.ts';
import { type Driven, type DriveOptions, driveTarget } from './drive/scenarios/drive-target.ts';
import { scenariosFor } from './drive/scenarios/run-scenarios.ts';
import { discover } from './judge/discovery/discover.ts';
import { judgeRun } from './judge/mutants/judge-mutants.ts';
import { judgeAll } from './judge/rule/judge-all.ts';
import { isChosen } from './judge/rule/rule-glob.ts';
import type { Rule } from './judge/rule/rule.ts';
import { serviceRules } from './judge/rules/all-rules.ts';
import { planTarget } from './plan-conformance.ts';
import { Fingerprints } from './report/mask/fingerprints.ts';

/**
 * Drives a target through the scenarios and judges the observations.
 *
 * Never throws for what a target does or lacks: a target that cannot be judged gives a run with a `problem`. If it is not
 * the service, or refuses token or form, nothing is judged.
 *
 * @param given Default: everything, against an embedded mock.
 */
export async function runConformance(given: RunOptions = {}): Promise<ConformanceRun> {
  const left = new AbortController();
  const signal = given.signal === undefined ? left.signal : AbortSignal.any([given.signal, left.signal]);
  const options = { ...given, signal };
  const began = performance.now();
  const startedAt = new Date().toISOString();
  const random = createRandom(options.seed ?? randomInt(2 ** 31));
  const isJudged = isChosen(options);
  const rules = serviceRules.filter(({ id }) => isJudged(id));
  const fingerprintKey = randomBytes(16).toString('hex');

  const driven = await driveChosen(options, { rules, random, fingerprintKey, leave: () => left.abort() });
  const { isTurnedAway = false, inputParameters, deliveryWithinMs, stopped: early, ...seen } = driven;
  options.onProgress?.({ kind: 'judging', observations: seen.observations.length });
  const context = judgingContext(options, { target: seen.target, inputParameters, deliveryWithinMs });
  const judged = isTurnedAway ? [] : seen.observations;
  const { outcomes, selfCheck } = judgeRun(rules, judged, { context });

  const stopped = seen.interrupted ? 'Interrupted' : (seen.problem?.message ?? early);
  return {
    ...seen,
    startedAt,
    durationMs: performance.now() - began,
    seed: random.seed,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    context,
    outcomes,
    selfCheck,
    discoveries: discover(judged),
    fingerprintKey,
    ...(options.fixtures && { fixtures: options.fixtures }),
    secrets: [...new Set([...seen.secrets, ...secretsOf(options)])],
  };
}

type DrivenTarget = Driven & Pick<ConformanceRun, 'target' | 'fuzz' | 'ledger'>;

async function driveChosen(
  options: RunOptions,
  {
    rules,
    random,
    fingerprintKey,
    leave,
  }: {
    readonly rules: readonly Rule[];
    readonly random: Random;
    readonly fingerprintKey: string;
    readonly leave: () => void;
  },
): Promise<DrivenTarget> {
  let target: OpenTarget | undefined;
  try {
    target = await openTarget(options, random.seed, leave);
    const { baseUrl, kind, form } = target;
    const settings = runSettings(options, kind === 'live' ? 'live' : 'mock');
    const { fuzz } = options;
    let found: FuzzResult | undefined;
    const onResult = (result: FuzzResult): void => {
      found = result;
    };
    const scenarios =
      fuzz === undefined
        ? scenariosFor(allScenarios, rules)
        : [fuzzScenario({ options, fuzz, target, seed: random.seed, rules, onResult })];
    if (options.onProgress !== undefined) {
      const plan = fuzz === undefined ? await planTarget(options, { target, rules, scenarios }) : undefined;
      options.onProgress({ kind: 'started', target: baseUrl, scenarios: scenarios.length, ...(plan && { plan }) });
    }
    const fingerprints = new Fingerprints(fingerprintKey);
    const fingerprintOf = (slug: string): string => fingerprints.of(slug);
    const countFailed: DriveOptions['countFailed'] = ({ observations, ...known }) =>
      judgeAll(rules, observations, judgingContext(options, { target: { baseUrl, kind }, ...known })).filter(
        ({ verdict }) => verdict === 'failed',
      ).length;
    const driven = await driveTarget({
      options,
      settings,
      target,
      scenarios,
      rules,
      random,
      fingerprintOf,
      countFailed,
    });
    const { ledgerFile } = settings;
    return {
      ...driven,
      ...(found && { fuzz: found }),
      ...(ledgerFile !== undefined && { ledger: shownPath(ledgerFile) }),
      target: { baseUrl, kind, formSlug: form.slug },
    };
  } catch (error) {
    if (error instanceof RunProblemError) return undriven(options, error.problem);
    throw error;
  } finally {
    await closeQuietly(target);
  }
}

/** Returns a path relative to the working folder; only its name if it is above. */
function shownPath(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? basename(file) : path;
}

function undriven({ baseUrl = '', formSlug = '' }: RunOptions, problem: RunProblem): DrivenTarget {
  return {
    target: { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), formSlug, kind: 'live' },
    observations: [],
    skipped: [],
    created: [],
    secrets: [],
    inputParameters: {},
    deliveryWithinMs: 0,
    waitedMs: 0,
    interrupted: false,
    problem,
  };
}

/** Best-effort clean-up: verdicts do not depend on it. */
async function closeQuietly(target: OpenTarget | undefined): Promise<void> {
  try {
    await target?.close();
  } catch (error) {
    if (!(error instanceof RunProblemError)) throw error;
  }
}

function secretsOf({ token, receiver, fixtures }: RunOptions): readonly string[] {
  return [token, receiver?.secret, fixtures?.revokedToken, fixtures?.noCreditToken, fixtures?.lowCreditToken].filter(
    (secret) => secret !== undefined,
  );
}
