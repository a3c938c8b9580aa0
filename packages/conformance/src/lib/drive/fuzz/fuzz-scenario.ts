import fc from 'fast-check';

import { judgeAll } from '../../judge/rule/judge-all.ts';
import type { RuleOutcome } from '../../judge/rule/rule-outcome.ts';
import type { JudgingContext, Rule } from '../../judge/rule/rule.ts';
import type { Observation } from '../../observe/observation.ts';
import type { ConformanceRun, FuzzFinding, FuzzResult } from '../calls/conformance-run.ts';
import type { FuzzOptions, RunOptions } from '../calls/run-options.ts';
import { judgingContext } from '../calls/run-settings.ts';
import type { Scenario, Stage } from '../scenarios/stage.ts';
import { arbitrarySequence, type FuzzReach } from './arbitrary-steps.ts';
import { describeStep, type FuzzStep } from './fuzz-step.ts';
import { playSteps } from './play-steps.ts';

export interface FuzzSetting {
  readonly options: RunOptions;
  readonly fuzz: FuzzOptions;
  readonly target: Pick<ConformanceRun['target'], 'baseUrl' | 'kind'>;
  readonly seed: number;
  readonly rules: readonly Rule[];
  readonly onResult: (result: FuzzResult) => void;
}

const DEFAULT_MAX_STEPS = 12;
/** Rules to find a shortest sequence for; more would not help anyone. */
const MAX_FINDINGS = 10;
/** Waits of this length are only affordable on a mock's clock. */
const FREE_MS = 600_000;

/**
 * Plays random sequences and judges each. A sequence that breaks a rule is shrunk; the rest look for other rules. Only the
 * shortest ones, and the first that passes a rule, stay in memory.
 */
export function fuzzScenario(setting: FuzzSetting): Scenario {
  return {
    name: `random sequences`,
    rules: ['*'],
    when: 'alone',
    run: (stage) => new Exploration(setting, stage).explore(),
  };
}

class Exploration {
  readonly #setting: FuzzSetting;
  readonly #stage: Stage;
  readonly #context: JudgingContext;
  readonly #sequences: fc.Arbitrary<readonly FuzzStep[]>;
  readonly #findings: FuzzFinding[] = [];
  readonly #shown = new Set<string>();
  /** Sequences drawn, and sequences played to their end, including shrinking. */
  #runs = 0;
  #played = 0;
  #steps = 0;
  #problem: unknown;

  constructor(setting: FuzzSetting, stage: Stage) {
    const { options, fuzz, target } = setting;
    this.#setting = setting;
    this.#stage = stage;
    this.#context = judgingContext(options, { target, ...stage });
    this.#sequences = arbitrarySequence(reachOf(stage, fuzz.destructive ?? false), fuzz.maxSteps ?? DEFAULT_MAX_STEPS);
  }

  async explore(): Promise<void> {
    const { fuzz, rules, seed, onResult } = this.#setting;
    const enough = Math.min(MAX_FINDINGS, rules.length);
    for (let turn = 0; this.#runs < fuzz.runs && this.#findings.length < enough && !this.#isOver; turn += 1) {
      if (!(await this.#look(seed + turn))) break;
    }
    // Sequences drawn after the budget was used up were not played.
    onResult({ runs: Math.min(this.#runs, this.#played), steps: this.#steps, seed, findings: this.#findings });
    if (this.#problem !== undefined) throw this.#problem;
  }

  async #look(seed: number): Promise<boolean> {
    const { fuzz, rules } = this.#setting;
    const { path, runs } = fuzz;
    const found = new Set(this.#findings.map(({ rule }) => rule));
    const hunt = new Hunt({
      rules: rules.filter(({ id }) => !found.has(id)),
      stage: this.#stage,
      context: this.#context,
      shown: this.#shown,
    });
    const property = fc.asyncProperty(this.#sequences, (sequence) => this.#holds(hunt, sequence));
    const numRuns = runs - this.#runs;
    const result = await fc.check(property, { seed, numRuns, ...(path === undefined ? {} : { path }) });
    if (this.#problem !== undefined) return false;
    this.#runs += result.numRuns;
    const [shrunk] = result.counterexample ?? [];
    if (!result.failed || shrunk === undefined) return false;
    const sequence = await withoutNeedless(shrunk, (shorter) => hunt.holds(shorter)).catch((error: unknown) => {
      this.#problem = error;
      return shrunk;
    });
    const { rule, observations } = hunt;
    if (rule === undefined) return false;
    this.#findings.push({
      rule: rule.id,
      seed,
      path: result.counterexamplePath ?? '',
      steps: sequence.map(describeStep),
      observations: observations.map(({ id }) => id),
      ...(this.#stage.applications.closed !== undefined && sequence.length > 1 && { cutShort: true }),
    });
    return true;
  }

  async #holds(hunt: Hunt, sequence: readonly FuzzStep[]): Promise<boolean> {
    // After the end, remaining sequences hold immediately.
    if (this.#isOver) return true;
    try {
      const holds = await hunt.holds(sequence);
      this.#steps += sequence.length;
      this.#played += 1;
      return holds;
    } catch (error) {
      this.#problem = error;
      return true;
    }
  }

  get #isOver(): boolean {
    const { signal } = this.#setting.options;
    return this.#problem !== undefined || signal?.aborted === true || this.#stage.applications.closed !== undefined;
  }
}

/** Removes every needless step: a shrinker does not revisit steps after smaller values. */
async function withoutNeedless(
  sequence: readonly FuzzStep[],
  holds: (sequence: readonly FuzzStep[]) => Promise<boolean>,
): Promise<readonly FuzzStep[]> {
  let needed = sequence;
  for (let index = sequence.length - 1; index >= 0 && needed.length > 1; index -= 1) {
    const shorter = needed.toSpliced(index, 1);
    if (!(await holds(shorter))) needed = shorter;
  }
  return needed;
}

interface HuntSetting {
  readonly rules: readonly Rule[];
  readonly stage: Stage;
  readonly context: JudgingContext;
  /** Rules that earlier sequences passed, each with the parts not covered. */
  readonly shown: Set<string>;
}

class Hunt {
  readonly #setting: HuntSetting;
  /** The rule that the shortest sequence so far breaks, and what was observed then. */
  rule: Rule | undefined;
  observations: readonly Observation[] = [];

  constructor(setting: HuntSetting) {
    this.#setting = setting;
  }

  /** Plays a sequence. @returns False if it breaks a rule that is looked for. */
  async holds(sequence: readonly FuzzStep[]): Promise<boolean> {
    const { rules, stage, context } = this.#setting;
    const { recorder, applications } = stage;
    const mark = recorder.size;
    const created = await playSteps(sequence, stage);
    const observations = recorder.since(mark);
    const looked = this.rule === undefined ? rules : [this.rule];
    const outcomes = judgeAll(looked, observations, context);
    const broken = outcomes.find((outcome) => outcome.failures > 0);
    for (const slug of created) applications.forget(slug);
    if (broken === undefined) {
      if (!this.#isNew(outcomes)) recorder.forget(observations);
      return true;
    }
    recorder.forget(this.observations);
    this.rule = broken.rule;
    this.observations = observations;
    return false;
  }

  #isNew(outcomes: readonly RuleOutcome[]): boolean {
    if (this.rule !== undefined) return false;
    const { shown } = this.#setting;
    const before = shown.size;
    for (const { rule, verdict, reason = '' } of outcomes) {
      if (verdict === 'passed') shown.add(`${rule.id} ${reason}`);
    }
    return shown.size > before;
  }
}

/** Returns the possible steps. Someone else's applications are deleted or expired only on request. */
function reachOf({ operator, receivers, clock, plainForm, guest }: Stage, destructive: boolean): FuzzReach {
  const time = clock.affordableMs >= FREE_MS;
  return {
    plain: plainForm !== undefined,
    receiver: receivers !== undefined && time,
    time,
    arrange: [
      ...(operator.submit === undefined ? [] : (['submit'] as const)),
      ...(operator.changeStatus === undefined ? [] : (['change-status'] as const)),
      ...(operator.expire === undefined || (guest && !destructive) ? [] : (['expire'] as const)),
      ...(operator.delete === undefined || (guest && !destructive) ? [] : (['delete'] as const)),
    ],
  };
}
