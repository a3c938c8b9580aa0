import type { ObservationId } from '../observation/observation.ts';

/** The rule holds for these observations. */
export interface Kept {
  readonly kept: true;
  readonly observations: readonly ObservationId[];
  /** Which parts of the rule's `coverage` these observations show. */
  readonly covers?: readonly string[];
}

/** The rule is broken, and this is how one sees it. Values in it may be personal: reports mask them. */
export interface Finding {
  readonly kept: false;
  /** The observation to look at first; the others follow. */
  readonly observations: readonly [ObservationId, ...ObservationId[]];
  /** What is wrong, as one sentence without values. */
  readonly message: string;
  /** Where in the body: keys and indices from its root. */
  readonly path?: readonly (string | number)[];
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Times that the finding rests on, and the seconds between them: our own text, without personal values. */
  readonly times?: string;
}

/**
 * The rule applies, but what was seen proves nothing: a right status that comes to every call, silence that nobody watched.
 * It neither passes nor fails a rule; where nothing else was seen, its reason says why the rule was not exercised.
 */
export interface Unproven {
  readonly kept: null;
  readonly observations: readonly ObservationId[];
  /** What is lacking and what to supply, as one sentence without values. */
  readonly reason: string;
}

/** What a judge says of one subject. No judgement at all: the rule does not apply to it. */
export type Judgement = Kept | Finding | Unproven;

/** Says that the rule holds, resting on `observations`, of which there is at least one. */
export function kept(...observations: readonly [{ id: ObservationId }, ...{ id: ObservationId }[]]): Kept {
  return { kept: true, observations: observations.map(({ id }) => id) };
}

/** Says that the rule holds for one part of its coverage. */
export function keptFor(covers: string, ...observations: Parameters<typeof kept>): Kept {
  return { ...kept(...observations), covers: [covers] };
}

/** Says that the rule applies and that what was seen proves nothing. */
export function unproven(reason: string, ...observations: readonly { id: ObservationId }[]): Unproven {
  return { kept: null, observations: observations.map(({ id }) => id), reason };
}

/** Says that the rule is broken. */
export function broken(
  observation: { id: ObservationId },
  finding: Omit<Finding, 'kept' | 'observations'> & { readonly also?: readonly { id: ObservationId }[] },
): Finding {
  const { also = [], ...rest } = finding;
  return { kept: false, observations: [observation.id, ...also.map(({ id }) => id)], ...rest };
}
