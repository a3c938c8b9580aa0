import { at, edited, type JsonPath } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { messageBody, type MessageBody } from '../../observe/message-body.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';

/**
 * A way to corrupt one observation of a run so that one rule must find it. A run judges a few such copies of what it really
 * saw: where a rule misses its own, the judge cannot be trusted, and neither can the run.
 */
export interface Mutant {
  /** The rule that must find it. */
  readonly rule: RuleId;
  /** What is done to the observation, as one phrase. */
  readonly title: string;
  /**
   * Corrupts `target`, which keeps the rule as it is.
   *
   * @returns What stands in its place; undefined where it cannot be corrupted in this way.
   */
  readonly corrupt: (target: Observation, run: readonly Observation[]) => readonly Observation[] | undefined;
}

/** Gives the answer of an exchange another status, its body left as it is. */
export function withStatus(exchange: Exchange, status: number): Exchange {
  const { response } = exchange;
  return response === undefined ? exchange : { ...exchange, response: { ...response, status } };
}

/** Makes one place of the answer's body anew; undefined if there is no such place, or it stays as it is. */
export function withAnswer(
  exchange: Exchange,
  path: JsonPath,
  make: (old: unknown) => unknown,
): readonly Exchange[] | undefined {
  const { response } = exchange;
  const body = response && withEdit(response.body, path, make);
  return body && [{ ...exchange, response: { ...response, body } }];
}

/** Makes one place of a delivery's body anew; undefined if there is no such place, or it stays as it is. */
export function withDelivered(
  delivery: Delivery,
  path: JsonPath,
  make: (old: unknown) => unknown,
): readonly Delivery[] | undefined {
  const body = withEdit(delivery.request.body, path, make);
  return body && [{ ...delivery, request: { ...delivery.request, body } }];
}

function withEdit(body: MessageBody, path: JsonPath, make: (old: unknown) => unknown): MessageBody | undefined {
  const old = at(body.json, ...path);
  if (old === undefined) return undefined;
  const made = make(old);
  // A copy without a change has no error in it that a judge could find.
  if (JSON.stringify(made) === JSON.stringify(old)) return undefined;
  return messageBody(new TextEncoder().encode(JSON.stringify(edited(body.json, path, () => made))));
}
