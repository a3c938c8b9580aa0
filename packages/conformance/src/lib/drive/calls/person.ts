import type { Action } from '../../observe/observation.ts';

/** Action that a person can be asked for. */
export type PersonNeed = Action['action'];

/** A task for a person, about one application in the portal or on a phone. */
export interface PersonRequest {
  readonly need: PersonNeed;
  /** Slug in full: the person has to find it in the portal. */
  readonly slug: string;
  readonly formSlug: string;
  /** Address of the applicant's form, if known. */
  readonly formUrl?: string;
  /** Set if the person said that it is done and the service disagrees. A second `done` is accepted. */
  readonly notYet?: boolean;
}

/** Answer to a request. `skip`: not this time. `never`: not in this run. `leave`: ends the run. */
export type PersonAnswer = 'done' | 'skip' | 'never' | 'leave';

/** A person who does what only an operator can. */
export interface Person {
  /** Asks for one thing. `seen` aborts once the service shows that it is done. */
  readonly ask: (request: PersonRequest, seen: AbortSignal) => Promise<PersonAnswer>;
}
