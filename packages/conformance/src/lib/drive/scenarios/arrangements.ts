import { pause, systemClock } from '@idvkit/delivery';
import type { SubmitOptions } from '@idvkit/mock';

import type { Action } from '../../observe/observation.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import { RunProblemError, type RunProblem } from '../calls/run-problem.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import { OperatorDeclined, type ArrangedNeed, type Operator } from '../operators/operator.ts';

/** Assumed age of a fixture: before any run began. */
const LONG_BEFORE_MS = 24 * 60 * 60_000;

/** Failures of a need after which its operator is not asked again, unless it succeeded once. */
const MAX_FAILURES = 3;
const LOOK_EVERY_MS = 200;

export interface ArrangementsOptions {
  readonly operator: Operator;
  readonly recorder: Recorder;
  readonly clock: RunClock;
  readonly receivers?: PlannedReceiver | undefined;
  /** Time for a command to have its effect, in real milliseconds. Default 0. */
  readonly effectWithinMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onDeclined?: (action: Action['action']) => void;
  /** Called when an operator fails; the run continues without the action. */
  readonly onFailed?: (problem: RunProblem) => void;
}

/** Results of the operators so far, by need. */
interface TrackRecord {
  readonly failures: Map<ArrangedNeed, readonly RunProblem[]>;
  readonly worked: Set<ArrangedNeed>;
}

export class Arrangements {
  readonly #options: ArrangementsOptions;
  readonly #record: TrackRecord;

  constructor(options: ArrangementsOptions, record: TrackRecord = { failures: new Map(), worked: new Set() }) {
    this.#options = options;
    this.#record = record;
  }

  of(onFailed: NonNullable<ArrangementsOptions['onFailed']>): Arrangements {
    return new Arrangements({ ...this.#options, onFailed }, this.#record);
  }

  submit(application: ApplicationSubject, outcome: SubmitOptions = {}): Promise<ApplicationSubject | undefined> {
    const need = application.form.flow === 'plain' ? 'submitPlain' : 'submit';
    return this.#act({ action: 'submit', need, application, state: 'submitted', outcome });
  }

  expire(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    return this.#act({ action: 'expire', need: 'expire', application, state: 'expired' });
  }

  delete(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    return this.#act({ action: 'delete', need: 'delete', application, state: 'deleted' });
  }

  changeStatus(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    return this.#act({ action: 'change-status', need: 'changeStatus', application, state: application.state });
  }

  /** Records an action from before the run, dated back so that no delivery of it is expected. */
  presume(action: Action['action'], { slug }: ApplicationSubject): void {
    const { recorder, clock } = this.#options;
    recorder.note('action', { at: clock.now() - LONG_BEFORE_MS, action, slug });
  }

  /** Runs `cause` and waits until each receiver got one more delivery. Does not wait if `cause` returns `undefined`. */
  async delivering<Result>(application: ApplicationSubject, cause: () => Promise<Result>): Promise<Result> {
    const arrive = this.awaiting(application);
    const result = await cause();
    if (result !== undefined) await arrive();
    return result;
  }

  /** Counts deliveries. @returns A function that waits until each receiver got one more. */
  awaiting({ slug }: ApplicationSubject): () => Promise<void> {
    const { receivers, clock } = this.#options;
    if (receivers === undefined) return () => Promise.resolve();
    const wanted = receivers.ids.map((id) => [id, receivers.arrived(slug, id) + 1] as const);
    return () => clock.settle(() => wanted.every(([id, count]) => receivers.arrived(slug, id) >= count));
  }

  /** Has an operator act. @returns The application afterwards; undefined if no operator can, or it failed. */
  async #act({ action, need, application, state, outcome = {} }: Arrangement): Promise<ApplicationSubject | undefined> {
    const { operator, recorder, clock, receivers, onDeclined, onFailed } = this.#options;
    const act = operator[need];
    if (act === undefined) return undefined;
    const { failures, worked } = this.#record;
    const [first, ...others] = failures.get(need) ?? [];
    if (first && others.length + 1 >= MAX_FAILURES && !worked.has(need) && onFailed) {
      onFailed(first);
      return undefined;
    }
    const { slug } = application;
    const delivered = receivers?.arrived(slug) ?? 0;
    const slot = recorder.begin('action');
    const at = clock.mark();
    try {
      await act(application, outcome);
      await this.#confirm(need, application, () => (receivers?.arrived(slug) ?? 0) > delivered);
    } catch (error) {
      if (error instanceof OperatorDeclined) onDeclined?.(action);
      else if (error instanceof RunProblemError && onFailed !== undefined) {
        this.#options.signal?.throwIfAborted();
        failures.set(need, [...(failures.get(need) ?? []), error.problem]);
        onFailed(error.problem);
      } else throw error;
      return undefined;
    }
    worked.add(need);
    slot.record({ at, action, slug });
    return { ...application, state };
  }

  /** Waits for the effect of an action. @throws {RunProblemError} if it has none in time. */
  async #confirm(need: ArrangedNeed, application: ApplicationSubject, isDelivered: () => boolean): Promise<void> {
    const { operator, effectWithinMs = 0, signal } = this.#options;
    const isUnchanged = operator.isUnchanged?.[need];
    if (isUnchanged === undefined) return;
    const end = performance.now() + effectWithinMs;
    while (!isDelivered() && (await isUnchanged(application))) {
      if (performance.now() >= end) throw withoutEffect(need, effectWithinMs);
      await pause(systemClock, LOOK_EVERY_MS, signal);
      signal?.throwIfAborted();
    }
  }
}

interface Arrangement {
  readonly action: Action['action'];
  readonly need: ArrangedNeed;
  readonly application: ApplicationSubject;
  readonly state: ApplicationSubject['state'];
  readonly outcome?: SubmitOptions;
}

const UNCHANGED: Readonly<Record<ArrangedNeed, string>> = {
  submit: 'still incomplete',
  submitPlain: 'still incomplete',
  expire: 'not expired',
  delete: 'still there',
  changeStatus: 'unchanged',
};

function withoutEffect(need: ArrangedNeed, withinMs: number): RunProblemError {
  return new RunProblemError({
    code: 'operator-unusable',
    message: `\`operator.${need}\` ended with code 0, but the application was ${UNCHANGED[need]} after ${withinMs / 1000} s.`,
    fix: `Run the command by hand and correct it, or remove \`operator.${need}\`: the rules that need it are then not tested.`,
  });
}
