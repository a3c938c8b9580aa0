import { isObject, type JsonObject } from '@idvkit/json';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';

/**
 * A body that holds an application: that of a delivery, or of a result call answered with 200. Nothing of it is validated
 * yet: a judge reads what it needs and ignores what other rules are about.
 */
export interface Payload {
  readonly source: 'delivery' | 'result';
  readonly observation: Delivery | Exchange;
  /** The whole body, an object. */
  readonly body: JsonObject;
  /** Kind of the flow of its application, as far as the calls about it or about its form tell. */
  readonly flow: PayloadFlow;
}

/** Whether a flow has a document-scan or liveness step. */
export type PayloadFlow = 'camera' | 'plain' | 'unknown';

/**
 * Reads the payload of an observation.
 *
 * @returns Undefined where there is none: another endpoint, another status, or a body that is no JSON object.
 */
export function payloadOf(observation: Observation, flow: PayloadFlow = 'unknown'): Payload | undefined {
  if (observation.kind === 'delivery') {
    const { json } = observation.request.body;
    return isObject(json) ? { source: 'delivery', observation, body: json, flow } : undefined;
  }
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'result') return undefined;
  if (observation.response?.status !== 200) return undefined;
  const { json } = observation.response.body;
  return isObject(json) ? { source: 'result', observation, body: json, flow } : undefined;
}
