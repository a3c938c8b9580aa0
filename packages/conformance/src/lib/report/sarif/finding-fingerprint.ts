import { createHash } from 'node:crypto';

import type { Observation } from '../../observe/observation.ts';

/**
 * Tells findings apart from one run to the next: by the rule, what is wrong, and the endpoint and condition under which it
 * was seen; not by slugs, ports or moments, which are others each time. What is quoted or counted in the message is left out.
 */
export function findingFingerprint(rule: string, message: string, observation: Observation | undefined): string {
  const wrong = message.replaceAll(/"[^"]*"/g, '""').replaceAll(/\d+/g, '0');
  return createHash('sha256')
    .update(JSON.stringify([rule, wrong, conditionOf(observation)]))
    .digest('hex')
    .slice(0, 32);
}

function conditionOf(observation: Observation | undefined): readonly string[] {
  if (observation === undefined) return [];
  if (observation.kind === 'exchange') {
    const { endpoint, method, locale, credential, application, flow, body, credit } = observation.condition;
    return [endpoint, method, locale, credential, application, flow, body, credit];
  }
  if (observation.kind === 'delivery') {
    const { bearer, answer } = observation;
    return ['delivery', bearer, answer.kind === 'status' ? String(answer.status) : 'none'];
  }
  return [observation.kind];
}
