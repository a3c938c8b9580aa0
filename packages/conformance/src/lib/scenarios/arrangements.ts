import type { PlannedReceiver } from '../drive/planned-receiver.ts';
import type { Recorder } from '../drive/recorder.ts';
import type { RunClock } from '../drive/run-clock.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import type { Action } from '../observation/observation.ts';
import { OperatorDeclined } from '../operator/declined.ts';
import type { Operator } from '../operator/operator.ts';
import type { SubmissionOutcome } from '../operator/outcome.ts';

/** How long before now a fixture was arranged, for want of a better answer: before any run began. */
const LONG_BEFORE_MS = 24 * 60 * 60_000;

/** Has an operator arrange things, records that it did, and waits for the deliveries that follow. */
export class Arrangements {
  readonly #operator: Operator;
  readonly #recorder: Recorder;
  readonly #clock: RunClock;
  readonly #receivers: PlannedReceiver | undefined;
  readonly #onDeclined: (action: Action['action']) => void;

  constructor(options: {
    readonly operator: Operator;
    readonly recorder: Recorder;
    readonly clock: RunClock;
    readonly receivers?: PlannedReceiver | undefined;
    /** Hears of what an operator would not do. */
    readonly onDeclined?: (action: Action['action']) => void;
  }) {
    this.#operator = options.operator;
    this.#recorder = options.recorder;
    this.#clock = options.clock;
    this.#receivers = options.receivers;
    this.#onDeclined = options.onDeclined ?? (() => {});
  }

  /** Has the applicant submit. @returns The application afterwards, or undefined where no operator is able to, or would. */
  submit(application: ApplicationSubject, outcome: SubmissionOutcome = {}): Promise<ApplicationSubject | undefined> {
    const { submit, submitPlain } = this.#operator;
    const how = application.form.flow === 'plain' ? submitPlain : submit;
    return this.#act('submit', application, 'submitted', how && (() => how(application, outcome)));
  }

  expire(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    const { expire } = this.#operator;
    return this.#act('expire', application, 'expired', expire && (() => expire(application)));
  }

  delete(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    const { delete: remove } = this.#operator;
    return this.#act('delete', application, 'deleted', remove && (() => remove(application)));
  }

  changeStatus(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    const { changeStatus } = this.#operator;
    return this.#act(
      'change-status',
      application,
      application.state,
      changeStatus && (() => changeStatus(application)),
    );
  }

  /**
   * Records that something had happened before the run: a fixture says so. Nobody watched then, so that it must not count
   * as something that the run should have seen a delivery of.
   */
  presume(action: Action['action'], { slug }: ApplicationSubject): void {
    this.#recorder.note('action', { at: this.#clock.now() - LONG_BEFORE_MS, action, slug });
  }

  /** Does something that makes the service deliver, and waits until each receiver has got one more about `application`. */
  async delivering<Result>({ slug }: ApplicationSubject, cause: () => Promise<Result>): Promise<Result> {
    const receivers = this.#receivers;
    const wanted = receivers?.ids.map((id) => [id, receivers.arrived(slug, id) + 1] as const) ?? [];
    const result = await cause();
    if (receivers !== undefined) {
      await this.#clock.settle(() => wanted.every(([id, count]) => receivers.arrived(slug, id) >= count));
    }
    return result;
  }

  async #act(
    action: Action['action'],
    application: ApplicationSubject,
    state: ApplicationSubject['state'],
    act: (() => Promise<void>) | undefined,
  ): Promise<ApplicationSubject | undefined> {
    if (act === undefined) return undefined;
    const { slug } = application;
    const slot = this.#recorder.begin('action');
    const at = this.#clock.now();
    try {
      await act();
    } catch (error) {
      if (!(error instanceof OperatorDeclined)) throw error;
      this.#onDeclined(action);
      return undefined;
    }
    slot.record({ at, action, slug });
    return { ...application, state };
  }
}
