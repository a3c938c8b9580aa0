import type { AnswerInput } from '@idvkit/schema';
import type { Supply } from '@idvkit/schema/rules';

import type { Credentials } from '../calls/credentials.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { ServiceCalls, ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Operator, PlainForm } from '../operators/operator.ts';
import type { CallPlan } from '../plan/call-plan.ts';
import type { DeliveryMeans, Life } from '../plan/delivery-plan.ts';
import type { IdleWork } from '../plan/idle-work.ts';
import type { Applications } from './applications.ts';
import type { Arrangements } from './arrangements.ts';
import type { BadBody } from './bad-bodies.ts';

export interface Stage {
  readonly calls: ServiceCalls;
  readonly credentials: Credentials;
  readonly applications: Applications;
  readonly arrange: Arrangements;
  readonly operator: Operator;
  readonly clock: RunClock;
  readonly deliveryWithinMs: number;
  /** Absent if nothing can be delivered to this run. */
  readonly receivers?: PlannedReceiver | undefined;
  readonly recorder: Recorder;
  /** Main form, with camera steps. */
  readonly form: FormSubject;
  readonly plainForm?: PlainForm | undefined;
  /** Open application for calls that read it; absent if none could be created. */
  readonly open?: ApplicationSubject | undefined;
  /** Returns an open application for calls that must not change it; no reads depend on it. */
  readonly probe: () => Promise<ApplicationSubject | undefined>;
  readonly unknown: ApplicationSubject;
  readonly unknownForm: FormSubject;
  /** Bodies that a create refuses with 422, if known: one per bad answer, then one with all. */
  readonly badBodies: readonly BadBody[];
  readonly inputParameters: AnswerInput;
  readonly undeclaredAnswers: AnswerInput;
  readonly plan: CallPlan;
  readonly idle: IdleWork;
  /** Keeps what deliveries were planned, for the report. */
  readonly noteLives: (means: DeliveryMeans, lives: readonly Life[]) => void;
  /** Set if every triple of conditions is due, not only every pair. */
  readonly isThorough: boolean;
  /** Checks if the budget of calls or minutes is used up, or the memory for bodies nearly is. */
  readonly isSpent: () => boolean;
  /** Set for someone else's target: nothing risky is tried. */
  readonly guest: boolean;
  /** Checks if a rule of the run matches one of these globs. */
  readonly judges: (rules: readonly string[]) => boolean;
  /** Registers a token that no output may contain. */
  readonly keepSecret: (secret: string) => void;
  /** Skips a part of the scenario, and says what to supply. */
  readonly skip: (what: string, lacks?: readonly Supply[]) => void;
  /** Waits until all earlier scenarios have ended, for one that runs `beside` others. */
  readonly turn: () => Promise<void>;
}

/** Calls that a scenario makes, and applications that it creates. */
export interface Taken {
  readonly calls: number;
  readonly applications: number;
}

export const TAKES_NOTHING: Taken = { calls: 0, applications: 0 };

export interface Scenario {
  readonly name: string;
  /** Globs of the rules that need it. It runs only if a chosen rule matches. */
  readonly rules: readonly string[];
  /**
   * Phase of the scenario. `together`: needs nothing submitted. `submitted`: submits. `later`: returns to submitted
   * applications, a few seconds later on the run's clock. `alone` and `last`: one by one, as they move time or need the
   * target to themselves. `beside`: starts first and runs in parallel, until it waits for its turn before `last`.
   */
  readonly when: 'together' | 'submitted' | 'later' | 'alone' | 'beside' | 'last';
  /** Set if nothing it does can cause a delivery. */
  readonly causesNoDelivery?: boolean;
  /** Returns what it takes, about. Absent if it takes little, or its plan is counted. */
  readonly takes?: (target: Pick<Stage, 'operator' | 'plainForm'>) => Taken;
  readonly run: (stage: Stage) => Promise<void>;
}
