import type { AnswerInput } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';

import { judgeAll, type RuleOutcome } from '../../judge/rule/judge-all.ts';
import type { JudgingContext, Rule } from '../../judge/rule/rule.ts';
import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { FuzzFinding, FuzzResult } from '../calls/conformance-run.ts';
import type { FuzzOptions } from '../calls/run-options.ts';
import type { Scenario, Stage } from '../scenarios/stage.ts';
import { arbitrarySequence, type FuzzReach } from './arbitrary-steps.ts';
import { describeStep, type FuzzStep } from './fuzz-step.ts';
import { playSteps } from './play-steps.ts';

/** What a fuzz scenario is made of. */
export interface FuzzSetting {
  readonly options: FuzzOptions;
  readonly seed: number;
  readonly rules: readonly Rule[];
  readonly contextOf: (inputParameters: AnswerInput) => JudgingContext;
  readonly signal?: AbortSignal | undefined;
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
    run: (stage) => explore(setting, stage),
  };
}

async function explore(
  { options, seed, rules, contextOf, signal, onResult }: FuzzSetting,
  stage: Stage,
): Promise<void> {
  const { maxSteps = DEFAULT_MAX_STEPS, path } = options;
  const sequences = arbitrarySequence(reachOf(stage, options.destructive ?? false), maxSteps);
  const context = contextOf(stage.inputParameters);
  const findings: FuzzFinding[] = [];
  const shown = new Set<string>();
  /** Sequences drawn, and those that were played to their end, shrinking included. */
  let runs = 0;
  let played = 0;
  let steps = 0;
  let problem: unknown;

  const enough = Math.min(MAX_FINDINGS, rules.length);
  for (let turn = 0; runs < options.runs && findings.length < enough && !isOver(); turn += 1) {
    const found = new Set(findings.map(({ rule }) => rule));
    const hunt = new Hunt(
      rules.filter(({ id }) => !found.has(id)),
      stage,
      context,
      shown,
    );
    const property = fc.asyncProperty(sequences, async (sequence) => {
      // What cannot go on holds at once, so that the rest of the sequences cost nothing.
      if (isOver()) return true;
      try {
        const holds = await hunt.holds(sequence);
        steps += sequence.length;
        played += 1;
        return holds;
      } catch (error) {
        problem = error;
        return true;
      }
    });
    const result = await fc.check(property, {
      seed: seed + turn,
      numRuns: options.runs - runs,
      ...(path === undefined ? {} : { path }),
    });
    if (problem !== undefined) break;
    runs += result.numRuns;
    const [shrunk] = result.counterexample ?? [];
    if (!result.failed || shrunk === undefined) break;
    const sequence = await withoutNeedless(shrunk, (shorter) => hunt.holds(shorter)).catch((error: unknown) => {
      problem = error;
      return shrunk;
    });
    const { rule, observations } = hunt;
    if (rule === undefined) break;
    findings.push({
      rule,
      seed: seed + turn,
      path: result.counterexamplePath ?? '',
      steps: sequence.map(describeStep),
      observations,
      ...(stage.applications.closed !== undefined && sequence.length > 1 && { cutShort: true }),
    });
  }
  // What was drawn after the budget was used up was not played.
  onResult({ runs: Math.min(runs, played), steps, seed, findings });
  if (problem !== undefined) throw problem;

  function isOver(): boolean {
    return problem !== undefined || signal?.aborted === true || stage.applications.closed !== undefined;
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

  constructor(rules: readonly Rule[], stage: Stage, context: JudgingContext, shown: Set<string>) {
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
