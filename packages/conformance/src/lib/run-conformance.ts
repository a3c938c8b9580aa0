import { randomBytes, randomInt } from 'node:crypto';
import { basename, relative } from 'node:path';

import type { AnswerInput } from '@idvkit/schema';

import type { ConformanceRun, FuzzResult } from './drive/calls/conformance-run.ts';
import { createRandom, type Random } from './drive/calls/random.ts';
import type { RunOptions } from './drive/calls/run-options.ts';
import { RunProblemError, type RunProblem } from './drive/calls/run-problem.ts';
import { runSettings, type RunSettings } from './drive/calls/run-settings.ts';
import { fuzzScenario } from './drive/fuzz/fuzz-scenario.ts';
import { openTarget, type OpenTarget } from './drive/operators/open-target.ts';
import { allScenarios } from './drive/scenarios/all-scenarios.ts';
import { driveTarget, type Driven } from './drive/scenarios/drive-target.ts';
import { scenariosFor } from './drive/scenarios/run-scenarios.ts';
import type { Scenario } from './drive/scenarios/stage.ts';
import { discover } from './judge/discovery/discover.ts';
import { judgeRun } from './judge/mutants/judge-run.ts';
import { isChosen } from './judge/rule/rule-glob.ts';
import { DEFAULT_DELIVERY_WITHIN_MS, type JudgingContext, type Rule } from './judge/rule/rule.ts';
import { serviceRules } from './judge/rules/all-rules.ts';
import { Fingerprints } from './report/mask/fingerprints.ts';

/**
 * Drives a target through the scenarios and judges what was observed.
 *
 * Never throws for what a target does or lacks: a target that cannot be judged gives a run with a `problem`. What was observed
 * until then is judged, unless what answered is not the service or refuses token or form: then there is no verdict.
 *
 * @param given Default: everything, against a mock of the run's own.
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
  options.onProgress?.({ kind: 'judging', observations: driven.observations.length });
  const context = contextOf(driven, options);
  const judged = driven.isTurnedAway === true ? [] : driven.observations;
  const { outcomes, selfCheck } = judgeRun(rules, judged, context);

  const { interrupted, problem, observations, skipped, created, secrets } = driven;
  const stopped = interrupted ? 'Interrupted' : (problem?.message ?? driven.stopped);
  return {
    target: driven.target,
    startedAt,
    durationMs: performance.now() - began,
    waitedMs: driven.waitedMs,
    seed: random.seed,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    interrupted,
    ...(problem === undefined ? {} : { problem }),
    observations,
    context,
    outcomes,
    selfCheck,
    discoveries: discover(judged),
    skipped,
    ...(driven.fuzz && { fuzz: driven.fuzz }),
    created,
    fingerprintKey,
    ...(driven.ledger !== undefined && { ledger: driven.ledger }),
    ...(options.fixtures && { fixtures: options.fixtures }),
    secrets: [...new Set([...secrets, ...secretsOf(options)])],
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
    const wanted = scenariosFor(
      allScenarios,
      rules.map(({ id }) => id),
    );
    let fuzz: FuzzResult | undefined;
    const scenarios = [
      ...(options.fuzz?.scenarios === false ? [] : wanted),
      ...fuzzScenarios({ options, rules, seed: random.seed, target, settings, onResult: (result) => (fuzz = result) }),
    ];
    options.onProgress?.({ kind: 'started', target: baseUrl, scenarios: scenarios.length });
    const fingerprints = new Fingerprints(fingerprintKey);
    const fingerprintOf = (slug: string): string => fingerprints.of(slug);
    const driven = await driveTarget({ options, settings, target, scenarios, random, fingerprintOf });
    const { ledgerFile } = settings;
    return {
      ...driven,
      ...(fuzz && { fuzz }),
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

/** Returns a path as reports show it: from the working folder, without the folders above it. */
function shownPath(file: string): string {
  const path = relative('', file);
  return path.startsWith('..') ? basename(file) : path;
}

/** The scenario of random sequences, where they are wanted. */
function fuzzScenarios({
  options,
  rules,
  seed,
  target: { baseUrl, kind },
  settings: { patienceMs },
  onResult,
}: {
  readonly options: RunOptions;
  readonly rules: readonly Rule[];
  readonly seed: number;
  readonly target: OpenTarget;
  readonly settings: RunSettings;
  readonly onResult: (result: FuzzResult) => void;
}): readonly Scenario[] {
  const { fuzz, signal } = options;
  if (fuzz === undefined) return [];
  const deliveryWithinMs = kind === 'live' ? patienceMs : DEFAULT_DELIVERY_WITHIN_MS;
  const contextWith = (inputParameters: AnswerInput): JudgingContext =>
    contextOf({ target: { baseUrl, kind }, inputParameters, deliveryWithinMs }, options);
  return [fuzzScenario({ options: fuzz, seed, rules, contextOf: contextWith, signal, onResult })];
}

/** A target that could not even be opened. */
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

/** What was arranged for the run is taken back as far as possible; that it is not changes nothing about the verdicts. */
async function closeQuietly(target: OpenTarget | undefined): Promise<void> {
  try {
    await target?.close();
  } catch (error) {
    if (!(error instanceof RunProblemError)) throw error;
  }
}

function contextOf(
  {
    target,
    inputParameters,
    deliveryWithinMs,
  }: {
    readonly target: Pick<ConformanceRun['target'], 'baseUrl' | 'kind'>;
    readonly inputParameters: AnswerInput;
    readonly deliveryWithinMs: number;
  },
  options: RunOptions,
): JudgingContext {
  return {
    baseUrl: target.baseUrl,
    clockSkewSeconds: options.receiver?.clockSkewSeconds ?? 60,
    inputParameters,
    requireHttps: target.kind === 'live' && (options.receiver?.url?.startsWith('https:') ?? false),
    deliveryWithinMs,
  };
}

function secretsOf({ token, receiver, fixtures }: RunOptions): readonly string[] {
  return [token, receiver?.secret, fixtures?.revokedToken, fixtures?.noCreditToken].filter(
    (secret) => secret !== undefined,
  );
}
