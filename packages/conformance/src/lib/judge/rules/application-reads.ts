import { at, isObject, objectAt, type JsonObject, type JsonPath } from '@idvkit/json';

import { differenceOf } from '../../observe/json-difference.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';

/** State of an application at one moment, from a result call or a delivery. */
export interface ApplicationSnapshot<Of extends Exchange | Delivery = Exchange | Delivery> {
  readonly observation: Of;
  readonly body: JsonObject;
}

export function readBody({ condition, response }: Exchange, endpoint: 'result' | 'info'): JsonObject | undefined {
  if (condition.endpoint !== endpoint || condition.method !== 'GET') return undefined;
  if (response?.status !== 200 || response.body.truncated) return undefined;
  return objectAt(response.body.json) ?? {};
}

export function resultOf(observation: Observation): ApplicationSnapshot<Exchange> | undefined {
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'result') return undefined;
  const { response } = observation;
  if (response?.status !== 200 || observation.condition.method !== 'GET') return undefined;
  const { json } = response.body;
  return isObject(json) && objectAt(json, 'application') !== undefined ? { observation, body: json } : undefined;
}

export function submissionOf(observation: Observation): ApplicationSnapshot<Delivery> | undefined {
  if (observation.kind !== 'delivery') return undefined;
  const { json } = observation.request.body;
  const isSubmission = objectAt(json, 'event')?.['type'] === 'submit_form';
  return isObject(json) && isSubmission && objectAt(json, 'application') !== undefined
    ? { observation, body: json }
    : undefined;
}

/** Checks if an observation may have changed an application, or shows that something did. */
export function mayChange(observation: Observation): boolean {
  if (observation.kind === 'action') return true;
  if (observation.kind === 'delivery') return submissionOf(observation) === undefined;
  if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'submit') return false;
  const status = observation.response?.status;
  return status === undefined || status < 300 || status >= 500;
}

/** Checks if an observation may have ended an application, or a call may have: other changes leave one that is submitted as it is. */
export function mayEnd(observation: Observation): boolean {
  if (observation.kind === 'delivery') return false;
  return observation.kind === 'action' ? observation.action !== 'change-status' : mightChange(observation);
}

/** Checks if an observation could change an application of a faulty service: includes commands with the token. */
function mightChange(observation: Observation): boolean {
  if (observation.kind !== 'exchange') return mayChange(observation);
  const { endpoint, method, credential } = observation.condition;
  const isCommand = endpoint === 'submit' || endpoint === 'resend';
  return mayChange(observation) || (isCommand && method === 'POST' && credential === 'valid');
}

/** Returns the first result read after a call, unless something in between might change the application. */
export function readAfter(
  { observations }: Timeline,
  exchange: Exchange,
  changes: (observation: Observation) => boolean = mightChange,
): ApplicationSnapshot<Exchange> | undefined {
  for (const observation of observations.slice(observations.indexOf(exchange) + 1)) {
    if (changes(observation)) return undefined;
    const read = resultOf(observation);
    if (read) return read;
  }
  return undefined;
}

/** Returns the last snapshot before a call, unless something in between might change the application. */
export function readBefore(
  { observations }: Timeline,
  exchange: Exchange,
  { read = resultOf, changes = mightChange }: Partial<Reading> = {},
): ApplicationSnapshot | undefined {
  for (const observation of observations.slice(0, observations.indexOf(exchange)).toReversed()) {
    const snapshot = read(observation);
    if (snapshot) return snapshot;
    if (changes(observation)) return undefined;
  }
  return undefined;
}

interface Reading {
  readonly read: (observation: Observation) => ApplicationSnapshot | undefined;
  readonly changes: (observation: Observation) => boolean;
}

export function memberDifference(members: readonly string[], one: unknown, other: unknown): JsonPath | undefined {
  for (const member of members) {
    const path = differenceOf(at(one, member), at(other, member));
    if (path) return [member, ...path];
  }
  return undefined;
}
