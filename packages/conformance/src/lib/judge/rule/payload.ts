import { isObject, objectAt, type JsonObject } from '@idvkit/json';
import { imagesOf as imagesIn, JsonNode, type BodyContext } from '@idvkit/schema/rules';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';

/** A body with an application: of a delivery, or of a result call answered with 200. It is not validated yet. */
export interface Payload {
  readonly source: 'delivery' | 'result';
  readonly observation: Delivery | Exchange;
  readonly body: JsonObject;
  readonly flow: PayloadFlow;
}

export type PayloadFlow = NonNullable<BodyContext['flow']>;

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

export function applicationOf({ body }: Payload): JsonObject | undefined {
  return objectAt(body, 'application');
}

/** Lists the values where signed image URLs belong: any kind of value but null. */
export function imagesOf({ body }: Payload): readonly JsonNode[] {
  return imagesIn(new JsonNode(body).at('extra', 'ekyc'));
}
