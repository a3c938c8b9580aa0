import type { ObservationId } from '../../observe/observation.ts';

/** The rule holds for these observations. */
export interface Pass {
  readonly outcome: 'pass';
  readonly observations: readonly ObservationId[];
  /** Parts of the rule's `coverage` that these observations show. */
  readonly covers?: readonly string[];
}

/** A failed check. Its values may be personal: reports mask them. */
export interface Finding {
  readonly outcome: 'fail';
  /** The observation to look at first; the others follow. */
  readonly observations: readonly [ObservationId, ...ObservationId[]];
  /** Description of the violation, as one sentence without values. */
  readonly message: string;
  /** Location in the body: keys and indices from its root. */
  readonly path?: readonly (string | number)[] | undefined;
  readonly expected?: unknown;
  readonly actual?: unknown;
  /** Times that the finding rests on, and the seconds between them: our own text, without personal values. */
  readonly times?: string;
  /** Set if it only warns, whatever the level of its rule: what it rests on is not configured. */
  readonly warns?: true;
}

/**
 * The rule applies, but the observations prove nothing: the expected status that every call gets, or silence that no one watched.
 * It neither passes nor fails a rule. If nothing else was observed, its reason says why the rule was not tested.
 */
export interface Inconclusive {
  readonly outcome: 'inconclusive';
  readonly observations: readonly ObservationId[];
  /** Missing part and the setting that supplies it, as one sentence without values. */
  readonly reason: string;
}

/** The result of one check of one subject. A check that yields nothing does not apply to its subject. */
export type Judgement = Pass | Finding | Inconclusive;

export function pass(...observations: readonly [{ id: ObservationId }, ...{ id: ObservationId }[]]): Pass {
  return { outcome: 'pass', observations: observations.map(({ id }) => id) };
}

export function passFor(covers: string, ...observations: Parameters<typeof pass>): Pass {
  return { ...pass(...observations), covers: [covers] };
}

export function inconclusive(reason: string, ...observations: readonly { id: ObservationId }[]): Inconclusive {
  return { outcome: 'inconclusive', observations: observations.map(({ id }) => id), reason };
}

/** Returns a finding. `also` names further observations that it rests on. */
export function fail(
  observation: { id: ObservationId },
  finding: Omit<Finding, 'outcome' | 'observations'> & { readonly also?: readonly { id: ObservationId }[] },
): Finding {
  const { also = [], ...rest } = finding;
  return { outcome: 'fail', observations: [observation.id, ...also.map(({ id }) => id)], ...rest };
}

/** Returns a pass if `isRight`, else the finding. Both rest on the same observations. */
export function passIf(
  isRight: boolean,
  observation: { id: ObservationId },
  finding: Parameters<typeof fail>[1],
): Pass | Finding {
  return isRight ? pass(observation, ...(finding.also ?? [])) : fail(observation, finding);
}
