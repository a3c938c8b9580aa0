import type { SubmitOptions } from '@idvkit/mock';
import type { AnswerInput } from '@idvkit/schema';

import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';

export interface PlainForm extends FormSubject {
  readonly flow: 'plain';
  readonly answers: AnswerInput;
  readonly requiredKeys?: readonly string[];
  /** Answers that a create refuses, if known. */
  readonly badAnswers?: AnswerInput;
}

export type ArrangedNeed = 'submit' | 'submitPlain' | 'expire' | 'delete' | 'changeStatus';

/** A workspace without enough credit. */
export interface EmptyWorkspace {
  readonly token: string;
  readonly form: FormSubject;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/** Everything that can be arranged beyond the interface. Parts are optional and throw a `RunProblemError` if they fail. */
export interface Operator {
  /** Has the applicant submit. The outcome of the checks is as given only if `choosesOutcome` is set. */
  readonly submit?: (application: ApplicationSubject, outcome: SubmitOptions) => Promise<void>;
  /** Set if a person is asked for each submission. */
  readonly asksPerson?: boolean;
  readonly choosesOutcome?: boolean;
  /** Has the applicant submit a form without camera steps, if the interface cannot. */
  readonly submitPlain?: (application: ApplicationSubject) => Promise<void>;
  /** Has the applicant start and the form expire. */
  readonly expire?: (application: ApplicationSubject) => Promise<void>;
  readonly delete?: (application: ApplicationSubject) => Promise<void>;
  readonly changeStatus?: (application: ApplicationSubject) => Promise<void>;
  /** Checks if an application is unchanged after such a part; absent for parts that always act. */
  readonly isUnchanged?: Readonly<Partial<Record<ArrangedNeed, (application: ApplicationSubject) => Promise<boolean>>>>;
  readonly existing?: (state: 'open' | 'submitted' | 'expired' | 'deleted') => ApplicationSubject | undefined;
  readonly plainForm?: () => Promise<PlainForm | undefined>;
  readonly inputParameters?: () => Promise<AnswerInput>;
  readonly badAnswers?: () => Promise<AnswerInput>;
  readonly revokedToken?: () => Promise<string>;
  readonly emptyWorkspace?: () => Promise<EmptyWorkspace>;
  /** Returns a workspace with some credit, but less than the flow costs. */
  readonly poorWorkspace?: () => Promise<EmptyWorkspace>;
  /** Gives the workspace of the run less credit, and what it had before. */
  readonly setCredit?: (credit: 'enough' | 'too-little' | 'none') => Promise<void>;
  readonly readCredit?: () => Promise<number>;
  readonly registerReceivers?: (webhooks: readonly Webhook[]) => Promise<void>;
  readonly close?: () => Promise<void>;
}

/** Joins operators: the first one that has a part provides it. */
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

/** Thrown if an operator could act and declined: nothing failed, and nothing was arranged. */
export class OperatorDeclined extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'OperatorDeclined';
  }
}
