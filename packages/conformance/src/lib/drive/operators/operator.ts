import type { SubmitOptions } from '@idvkit/mock';
import type { AnswerInput } from '@idvkit/schema';

import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';

/** A form with neither a document-scan nor a liveness step, and how it is filled in. */
export interface PlainForm extends FormSubject {
  readonly flow: 'plain';
  /** Answers that complete it. */
  readonly answers: AnswerInput;
  /** Keys that a submission needs; unknown where absent. */
  readonly requiredKeys?: readonly string[];
}

/** Parts of an operator that do something to an application. */
export type ArrangedNeed = 'submit' | 'submitPlain' | 'expire' | 'delete' | 'changeStatus';

/** A workspace without credit for the whole flow. */
export interface EmptyWorkspace {
  readonly token: string;
  readonly form: FormSubject;
}

/** A webhook as it is entered in the portal. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/**
 * What can be arranged in the target beyond its interface. Every part is optional: an operator has those that it is able
 * to do, and {@link chainOperators} joins several. Each part throws a `RunProblemError` where it fails.
 */
export interface Operator {
  /** Has the applicant submit, with the checks coming out as told, or as they happen to where `choosesOutcome` is not set. */
  readonly submit?: (application: ApplicationSubject, outcome: SubmitOptions) => Promise<void>;
  /** Whether a person is asked for each submission. */
  readonly asksPerson?: boolean;
  /** Whether `submit` brings about the outcome that it is told. */
  readonly choosesOutcome?: boolean;
  /** Has the applicant submit a form without camera steps, where it cannot be done over the interface. */
  readonly submitPlain?: (application: ApplicationSubject) => Promise<void>;
  /** Has the applicant start, and the form expire before it is submitted. */
  readonly expire?: (application: ApplicationSubject) => Promise<void>;
  readonly delete?: (application: ApplicationSubject) => Promise<void>;
  /** Changes a status of a submitted application. */
  readonly changeStatus?: (application: ApplicationSubject) => Promise<void>;
  /** Reads whether an application is as it was before such a part; absent for parts that are known to have acted. */
  readonly isUnchanged?: Readonly<Partial<Record<ArrangedNeed, (application: ApplicationSubject) => Promise<boolean>>>>;
  /** An application that is in `state` already. */
  readonly existing?: (state: 'open' | 'submitted' | 'expired' | 'deleted') => ApplicationSubject | undefined;
  /** Open applications that are waiting to be submitted by it: they are taken before new ones are created. */
  readonly pending?: () => readonly ApplicationSubject[];
  readonly plainForm?: () => Promise<PlainForm | undefined>;
  /** Input parameters that the form declares, with values to pass. */
  readonly inputParameters?: () => Promise<AnswerInput>;
  /** Values that fields of the form refuse, by question key. */
  readonly badAnswers?: () => Promise<AnswerInput>;
  readonly revokedToken?: () => Promise<string>;
  readonly emptyWorkspace?: () => Promise<EmptyWorkspace>;
  /** Reads the credit of the run's own workspace. */
  readonly readCredit?: () => Promise<number>;
  /** Enters webhooks for every form and every type of event. */
  readonly registerReceivers?: (webhooks: readonly Webhook[]) => Promise<void>;
  /** Takes back what was arranged for the run. */
  readonly close?: () => Promise<void>;
}

/** Joins operators: for each part the first one that has it. */
export function chainOperators(...operators: readonly Operator[]): Operator {
  const existing: Operator['existing'] = (state) => {
    for (const operator of operators) {
      const application = operator.existing?.(state);
      if (application !== undefined) return application;
    }
    return undefined;
  };
  // Later sources win in Object.assign, earlier operators in a chain.
  const joined: Operator = Object.assign({}, ...operators.toReversed());
  return {
    ...joined,
    existing,
    close: async () => {
      for (const operator of operators) await operator.close?.();
    },
  };
}

/** Says that an operator was able to arrange something and would not: nothing went wrong, and nothing was arranged. */
export class OperatorDeclined extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'OperatorDeclined';
  }
}
