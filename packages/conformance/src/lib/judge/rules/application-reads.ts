import { isObject, type JsonObject, objectAt } from '@idvkit/json';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';

/** What was seen of an application at one moment: by a result call, or in a delivery. */
export interface Sight<Of extends Exchange | Delivery = Exchange | Delivery> {
  readonly observation: Of;
  /** The body: `application`, `answers`, `extra`, as far as it has them. */
  readonly body: JsonObject;
}

/** The body of a result call that was answered with 200 and an application. */
export function resultOf(observation: Observation): Sight<Exchange> | undefined {
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'result') return undefined;
  const { response } = observation;
  if (response?.status !== 200 || observation.condition.method !== 'GET') return undefined;
  const { json } = response.body;
  return isObject(json) && objectAt(json, 'application') !== undefined ? { observation, body: json } : undefined;
}

/** The body of a `submit_form` delivery that holds an application. */
export function submissionOf(observation: Observation): Sight<Delivery> | undefined {
  if (observation.kind !== 'delivery') return undefined;
  const { json } = observation.request.body;
  const isSubmission = objectAt(json, 'event')?.['type'] === 'submit_form';
  return isObject(json) && isSubmission && objectAt(json, 'application') !== undefined
    ? { observation, body: json }
    : undefined;
}

/** Whether an observation may have changed an application, or shows that something did. */
export function mayChange(observation: Observation): boolean {
  if (observation.kind === 'action') return true;
  if (observation.kind === 'delivery') return submissionOf(observation) === undefined;
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'submit') return false;
  const status = observation.response?.status;
  return status === undefined || status < 300 || status >= 500;
}

/** Whether an observation would change an application, were the service to go wrong: calls that are not refused outright. */
function mightChange(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return mayChange(observation);
  const { endpoint, method, credential } = observation.condition;
  const isCommand = endpoint === 'submit' || endpoint === 'resend';
  return mayChange(observation) || (isCommand && method === 'POST' && credential === 'valid');
}

/** The first result read after a call, with nothing in between that might change the application. */
export function readAfter({ observations }: Timeline, exchange: Exchange): Sight<Exchange> | undefined {
  for (const observation of observations.slice(observations.indexOf(exchange) + 1)) {
    if (mightChange(observation)) return undefined;
    const read = resultOf(observation);
    if (read) return read;
  }
  return undefined;
}

/** The last result read before a call, with nothing in between that might change the application. */
export function readBefore({ observations }: Timeline, exchange: Exchange): Sight<Exchange> | undefined {
  for (const observation of observations.slice(0, observations.indexOf(exchange)).toReversed()) {
    const read = resultOf(observation);
    if (read) return read;
    if (mightChange(observation)) return undefined;
  }
  return undefined;
}
