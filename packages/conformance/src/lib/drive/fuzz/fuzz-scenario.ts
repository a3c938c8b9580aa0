import type { RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';

import { judgeAll, type RuleOutcome } from '../../judge/rule/judge-all.ts';
import type { JudgingContext, Rule } from '../../judge/rule/rule.ts';
import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { ConformanceRun, FuzzFinding, FuzzResult } from '../calls/conformance-run.ts';
import type { FuzzOptions, RunOptions } from '../calls/run-options.ts';
import { judgingContext } from '../calls/run-settings.ts';
import type { Scenario, Stage } from '../scenarios/stage.ts';
import { arbitrarySequence, type FuzzReach } from './arbitrary-steps.ts';
import { describeStep, type FuzzStep } from './fuzz-step.ts';
import { playSteps } from './play-steps.ts';

/** What a fuzz scenario is made of. */
export interface FuzzSetting {
  readonly options: RunOptions;
  readonly fuzz: FuzzOptions;
  readonly target: Pick<ConformanceRun['target'], 'baseUrl' | 'kind'>;
  readonly seed: number;
  readonly rules: readonly Rule[];
  readonly onResult: (result: FuzzResult) => void;
}

const DEFAULT_MAX_STEPS = 12;
/** Rules for which a shortest sequence is looked for; a service that breaks more has been said enough about. */
const MAX_FINDINGS = 10;
/** A wait that costs nothing is one that a mock's clock makes. */
const FREE_MS = 600_000;

/**
 * Makes the scenario that plays random sequences and judges each by all rules. Where one breaks a rule, it is shrunk to the
 * shortest that breaks the same rule, and the rest of the sequences look for other rules. The run keeps what was observed of the
 * shortest, and of the first sequence that shows a rule to be kept; it forgets all else, so that any number of sequences
 * fits in memory.
 */
export function fuzzScenario(setting: FuzzSetting): Scenario {
  return {
    name: `random sequences`,
    rules: ['*'],
    when: 'alone',
    run: (stage) => new Exploration(setting, stage).explore(),
  };
}

/** What has been found by exploring, and what may still be played. */
class Exploration {
  readonly #setting: FuzzSetting;
  readonly #stage: Stage;
  readonly #context: JudgingContext;
  readonly #sequences: fc.Arbitrary<readonly FuzzStep[]>;
  readonly #findings: FuzzFinding[] = [];
  readonly #shown = new Set<string>();
  /** Sequences drawn, and those that were played to their end, shrinking included. */
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
    // What was drawn after the budget was used up was not played.
    onResult({ runs: Math.min(this.#runs, this.#played), steps: this.#steps, seed, findings: this.#findings });
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** Looks for a rule that was not found broken before. Returns whether there was one. */
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
      rule,
      seed,
      path: result.counterexamplePath ?? '',
      steps: sequence.map(describeStep),
      observations,
      ...(this.#stage.applications.closed !== undefined && sequence.length > 1 && { cutShort: true }),
    });
    return true;
  }

  async #holds(hunt: Hunt, sequence: readonly FuzzStep[]): Promise<boolean> {
    // What cannot go on holds at once, so that the rest of the sequences cost nothing.
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

/** Leaves out each step that is not needed: a shrinker that has found smaller values does not go back for all of them. */
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

/** Looks for sequences that break a rule; once one is found, for shorter ones that break the same. */
class Hunt {
  readonly #rules: readonly Rule[];
  readonly #stage: Stage;
  readonly #context: JudgingContext;
  /** Rules that the sequences kept so far show to be kept, each with the parts of it that they leave open. */
  readonly #shown: Set<string>;
  #rule: Rule | undefined;
  #observations: readonly Observation[] = [];

  constructor({
    rules,
    stage,
    context,
    shown,
  }: {
    readonly rules: readonly Rule[];
    readonly stage: Stage;
    readonly context: JudgingContext;
    readonly shown: Set<string>;
  }) {
    this.#rules = rules;
    this.#shown = shown;
    this.#stage = stage;
    this.#context = context;
  }

  /** The rule that was broken. */
  get rule(): RuleId | undefined {
    return this.#rule?.id;
  }

  /** What was observed of the last sequence that broke it. */
  get observations(): readonly ObservationId[] {
    return this.#observations.map(({ id }) => id);
  }

  /** Plays a sequence and tells whether it breaks nothing of what is looked for. */
  async holds(sequence: readonly FuzzStep[]): Promise<boolean> {
    const { recorder, applications } = this.#stage;
    const mark = recorder.mark();
    const created = await playSteps(sequence, this.#stage);
    const observations = recorder.since(mark);
    const looked = this.#rule === undefined ? this.#rules : [this.#rule];
    const outcomes = judgeAll(looked, observations, this.#context);
    const broken = outcomes.find((outcome) => outcome.failures > 0);
    for (const slug of created) applications.forget(slug);
    if (broken === undefined) {
      if (!this.#isNew(outcomes)) recorder.forget(observations);
      return true;
    }
    // The shorter one takes the place of the longer.
    recorder.forget(this.#observations);
    this.#rule = broken.rule;
    this.#observations = observations;
    return false;
  }

  /** Whether a sequence shows anything that none before it did. */
  #isNew(outcomes: readonly RuleOutcome[]): boolean {
    if (this.#rule !== undefined) return false;
    const before = this.#shown.size;
    for (const { rule, verdict, reason = '' } of outcomes) {
      if (verdict === 'passed') this.#shown.add(`${rule.id} ${reason}`);
    }
    return this.#shown.size > before;
  }
}

/** What can be done on a stage. On someone else's service nothing is deleted or left to expire unless that is wanted. */
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
