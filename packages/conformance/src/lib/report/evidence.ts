import { at, numberAt, objectAt, stringAt } from '@idvkit/json';

import { headerOf } from '../observe/headers.ts';
import type { Exchange, Observation } from '../observe/observation.ts';
import { slugOf } from '../observe/timeline.ts';

/** Keys to look up in one's own logs: the id of the application, and the id that the service gave a request. */
export interface Evidence {
  readonly applicationId?: number | undefined;
  readonly requestId?: string | undefined;
}

/** Headers in which services name a request, the most specific first. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-correlation-id', 'x-amzn-requestid', 'x-amzn-trace-id', 'cf-ray'];
/** Anything longer, or with other characters, may be more than a name. */
const REQUEST_ID = /^[\w.:=;+/-]{1,128}$/;

/**
 * Returns a function that finds the evidence of an observation. `application.id` is neither secret nor personal, and comes from any result
 * or delivery of the run that has the slug: on a hosted runner, no one can resolve a fingerprint after the job.
 */
export function createEvidence(observations: readonly Observation[]): (observation: Observation) => Evidence {
  const ids = new Map<string, number>();
  for (const observation of observations) {
    const application = objectAt(bodyOf(observation), 'application');
    const slug = stringAt(application, 'slug');
    const id = numberAt(application, 'id');
    if (slug !== undefined && id !== undefined && Number.isSafeInteger(id)) ids.set(slug, id);
  }
  return (observation) => {
    const applicationId = ids.get(slugOf(observation) ?? '');
    const requestId = observation.kind === 'exchange' ? requestIdOf(observation) : undefined;
    return { ...(applicationId !== undefined && { applicationId }), ...(requestId !== undefined && { requestId }) };
  };
}

function bodyOf(observation: Observation): unknown {
  if (observation.kind === 'delivery') return observation.request.body.json;
  return observation.kind === 'exchange' ? at(observation.response?.body.json) : undefined;
}

function requestIdOf({ response }: Exchange): string | undefined {
  for (const name of REQUEST_IDS) {
    const value = headerOf(response?.headers ?? [], name);
    if (value !== undefined && REQUEST_ID.test(value)) return value;
  }
  return undefined;
}
