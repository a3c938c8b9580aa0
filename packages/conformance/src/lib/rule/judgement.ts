import type { ObservationId } from '../observation/observation.ts';

/** The rule holds for these observations. */
export interface Kept {
  readonly kept: true;
  readonly observations: readonly ObservationId[];
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
}

/** What a judge says of one subject. No judgement at all: the rule does not apply to it. */
export type Judgement = Kept | Finding;

/** Says that the rule holds, resting on `observations`, of which there is at least one. */
export function kept(...observations: readonly [{ id: ObservationId }, ...{ id: ObservationId }[]]): Kept {
  return { kept: true, observations: observations.map(({ id }) => id) };
}

/** Says that the rule is broken. */
export function broken(
  observation: { id: ObservationId },
  finding: Omit<Finding, 'kept' | 'observations'> & { readonly also?: readonly { id: ObservationId }[] },
): Finding {
  const { also = [], ...rest } = finding;
  return { kept: false, observations: [observation.id, ...also.map(({ id }) => id)], ...rest };
}
