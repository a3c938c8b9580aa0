import type { ApplicationState, Flow } from '../../observe/condition.ts';

/** A form as far as a run knows it. */
export interface FormSubject {
  readonly slug: string;
  readonly flow: Flow;
}

/** An application as far as a run knows it, at one moment. */
export interface ApplicationSubject {
  readonly form: FormSubject;
  readonly slug: string;
  readonly state: ApplicationState;
  /** The applicant's form, where create returned one. */
  readonly formUrl?: string;
  /** The info URL that create returned. */
  readonly infoUrl?: string;
}
