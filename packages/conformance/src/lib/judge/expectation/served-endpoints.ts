import type { ServiceEndpoint } from '../../observe/condition.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { slugOf } from '../../observe/timeline.ts';
import { hasShape } from './answer-shape.ts';
import { expectedAnswers } from './expected-answers.ts';
import { isServiceCondition } from './failures.ts';

const served = new WeakMap<readonly Observation[], ReadonlySet<ServiceEndpoint>>();

/** Lists the endpoints that served an authorised call: only there does a refusal prove anything. */
export function servedEndpoints(run: readonly Observation[]): ReadonlySet<ServiceEndpoint> {
  const known = served.get(run);
  if (known) return known;
  const endpoints = new Set<ServiceEndpoint>();
  for (const observation of run) {
    if (observation.kind !== 'exchange') continue;
    const { condition } = observation;
    if (isServiceCondition(condition) && isServed(observation, run)) endpoints.add(condition.endpoint);
  }
  served.set(run, endpoints);
  return endpoints;
}

function isServed({ condition, response, slug }: Exchange, run: readonly Observation[]): boolean {
  if (response === undefined || (condition.credential !== 'valid' && condition.endpoint !== 'info')) return false;
  const [first, ...others] = (expectedAnswers(condition) ?? []).filter(({ certain }) => certain);
  if (first === undefined || others.length > 0 || response.status !== first.status) return false;
  // A camera flow cannot be submitted over JSON: its 422 with the missing keys is the best answer the endpoint has.
  const offers = first.status < 300 || (condition.endpoint === 'submit' && first.body === 'messages');
  if (first.body === 'empty' && !seenApplications(run).has(slug)) return false;
  return offers && hasShape(response, first.body);
}

const seen = new WeakMap<readonly Observation[], ReadonlySet<string | undefined>>();

/** Lists the applications that were created or shown: only for these does an empty answer prove something. */
export function seenApplications(run: readonly Observation[]): ReadonlySet<string | undefined> {
  const known = seen.get(run);
  if (known) return known;
  const slugs = new Set<string | undefined>();
  for (const observation of run) {
    if (observation.kind === 'exchange' && !tellsOfApplication(observation)) continue;
    const slug = slugOf(observation);
    if (slug !== undefined && (observation.kind === 'exchange' || observation.kind === 'delivery')) slugs.add(slug);
  }
  seen.set(run, slugs);
  return slugs;
}

function tellsOfApplication({ condition, response }: Exchange): boolean {
  if (response === undefined || response.status >= 300) return false;
  if (condition.endpoint === 'create') return hasShape(response, 'created');
  return condition.endpoint === 'result' && hasShape(response, 'result');
}
