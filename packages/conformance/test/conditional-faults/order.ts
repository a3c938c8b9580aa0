import type { Dimension, Values } from './values.ts';
import { DIMENSIONS } from './values.ts';

/**
 * What a call or delivery has if nobody chose otherwise: a call by the right method with the valid token in English about a camera
 * flow, first attempt to the first receiver about a pass. `endpoint`, `state` and `event` have no such value.
 */
export const ORDINARY: Values = {
  method: 'own',
  answer: '200',
  outcome: 'pass',
  locale: 'en',
  credential: 'valid',
  flow: 'camera',
  body: 'ordinary',
  credit: 'enough',
  receiver: 'first',
  attempt: '1',
  statusChanged: 'no',
  resent: 'no',
  expired: 'no',
};

/**
 * Counts the values that must hold together for a fault to show, given the values of every call and delivery in which it shows:
 *
 * - `endpoint`, `state` and `event` count if it shows with only one of them;
 * - every other dimension counts if the fault does not show with the ordinary value, nor in calls or deliveries that have none.
 *
 * So `auth.absent.403` has one value by itself (`credential=absent`, on four endpoints), its variant `on-result` has two, and
 * `auth.absent.403` only in state `submitted` and locale `th` has three.
 */
export function orderOf(shown: readonly Values[]): number {
  return fixedDimensions(shown).length;
}

/** Returns the dimensions that {@link orderOf} counts. */
export function fixedDimensions(shown: readonly Values[]): readonly Dimension[] {
  return DIMENSIONS.filter((dimension) => {
    const values = new Set(shown.map((each) => each[dimension]));
    if (values.has(undefined)) return false;
    const ordinary = ORDINARY[dimension];
    return ordinary === undefined ? values.size === 1 : !values.has(ordinary);
  });
}
