import type { AnswerInput } from '@idvkit/schema';

import type { Credentials } from '../calls/credentials.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { ServiceCalls, ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Operator, PlainForm } from '../operators/operator.ts';
import type { Applications } from './applications.ts';
import type { Arrangements } from './arrangements.ts';
import type { BadBody } from './bad-bodies.ts';

/** Everything that a scenario drives with. It declares conditions and judges nothing. */
export interface Stage {
  readonly calls: ServiceCalls;
  readonly credentials: Credentials;
  readonly applications: Applications;
  readonly arrange: Arrangements;
  readonly operator: Operator;
  readonly clock: RunClock;
  /** How long a delivery may take to come, in milliseconds. */
  readonly deliveryWithinMs: number;
  /** Absent where nothing can be delivered to this run. */
  readonly receivers?: PlannedReceiver | undefined;
  readonly recorder: Recorder;
  /** The form that the run is about: one with camera steps. */
  readonly form: FormSubject;
  readonly plainForm?: PlainForm | undefined;
  /** An open application for calls that read it. Absent where none could be created. */
  readonly open?: ApplicationSubject | undefined;
  /** An open application for calls that must not change it; what they do to it, no reading suffers from. */
  readonly probe: () => Promise<ApplicationSubject | undefined>;
  /** An application that never was. */
  readonly unknown: ApplicationSubject;
  /** A form that never was. */
  readonly unknownForm: FormSubject;
  /** Bodies that a create refuses with 422, as far as is known: one per bad answer, and at last one with all of them. */
  readonly badBodies: readonly BadBody[];
  readonly inputParameters: AnswerInput;
  /** Answers under keys that no form has. */
  readonly undeclaredAnswers: AnswerInput;
  /** Whether the target is someone else's: nothing is tried on it that could harm. */
  readonly guest: boolean;
  /** Takes note of a token that must appear in no output. */
  readonly keepSecret: (secret: string) => void;
  /** Says that a part of the scenario cannot be driven, and what to supply. */
  readonly skip: (what: string) => void;
  /** Waits until all scenarios that come first have ended. Only one that runs `beside` the others has to wait. */
  readonly turn: () => Promise<void>;
}

/** A piece of traffic that shows how rules are kept. */
export interface Scenario {
  readonly name: string;
  /** Globs of the rules that need it. Where none of the chosen rules matches, it does not run. */
  readonly rules: readonly string[];
  /**
   * When it runs. First those that need nothing submitted, `together`; then those that submit; then, a few seconds later on
   * the run's clock, those that come back to what was submitted; at last, one after the other, those that move time or
   * need the target to themselves: `alone`, then `beside`, then `last`. A scenario with `beside` starts before all others
   * and runs while they do, until it waits for its turn.
   */
  readonly when: 'together' | 'submitted' | 'later' | 'alone' | 'beside' | 'last';
  /** Whether nothing that it does may cause a delivery. */
  readonly causesNoDelivery?: boolean;
  readonly run: (stage: Stage) => Promise<void>;
}
