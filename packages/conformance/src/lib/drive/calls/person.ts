/** What a person can be asked to do. */
export type PersonNeed = 'submit' | 'change-status' | 'delete' | 'expire';

/** Something to do for one application, in the portal or on a phone. */
export interface PersonRequest {
  readonly need: PersonNeed;
  /** Slug of the application, in full: whoever does it has to find it in the portal. */
  readonly slug: string;
  readonly formSlug: string;
  /** Where the applicant fills in the form, if that is known. */
  readonly formUrl?: string;
  /** Set where it was said to be done and the service does not say so yet. Said again, it is believed. */
  readonly notYet?: boolean;
}

/**
 * What a person says to a request:
 *
 * - `done`: it is done.
 * - `skip`: not this time.
 * - `never`: neither this time nor another in this run.
 * - `leave`: the run is to end here and to be gone on with later.
 */
export type PersonAnswer = 'done' | 'skip' | 'never' | 'leave';

/** A person who arranges what only an operator can. */
export interface Person {
  /**
   * Asks for something, one thing at a time.
   *
   * @param seen Aborts where the service itself says that it is done, so that there is nothing to wait for any more.
   */
  readonly ask: (request: PersonRequest, seen: AbortSignal) => Promise<PersonAnswer>;
}
