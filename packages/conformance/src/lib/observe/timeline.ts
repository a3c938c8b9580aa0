import { stringAt } from '@idvkit/json';

import { exchangesOf, type Action, type Delivery, type Exchange, type Observation, type Watch } from './observation.ts';

/** All that was observed of one application, in the order in which it began. */
export interface Timeline {
  readonly slug: string;
  readonly formSlug?: string;
  readonly observations: readonly Observation[];
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  readonly actions: readonly Action[];
  readonly watches: readonly Watch[];
}

/**
 * Finds the application that an observation is about: the slug of its path, the one that a create returned
 * (`detail.slug` of a 201), or the one that a delivery names.
 *
 * @returns Undefined where it is about none, or does not tell.
 */
export function slugOf(observation: Observation): string | undefined {
  if (observation.kind === 'credit' || observation.kind === 'effects') return undefined;
  if (observation.slug !== undefined) return observation.slug;
  if (observation.kind === 'exchange') return createdSlug(observation);
  return observation.kind === 'delivery' ? stringAt(observation.request.body.json, 'application', 'slug') : undefined;
}

/** The slug that a create call returned; undefined for any other exchange and where none was created. */
export function createdSlug({ condition, response }: Exchange): string | undefined {
  if (condition.endpoint !== 'create' || response?.status !== 201) return undefined;
  return stringAt(response.body.json, 'detail', 'slug');
}

/**
 * Sorts observations by the application that they are about. Those about none are left out. Observations that began at
 * the same moment keep the order in which they are given.
 */
export function timelinesOf(observations: readonly Observation[]): readonly Timeline[] {
  const bySlug = new Map<string, Observation[]>();
  for (const observation of observations) {
    const slug = slugOf(observation);
    if (slug === undefined) continue;
    const known = bySlug.get(slug);
    if (known === undefined) bySlug.set(slug, [observation]);
    else known.push(observation);
  }
  return [...bySlug].map(([slug, own]) => timelineOf(slug, own));
}

/** Puts observations into the order in which they began; those of the same moment stay as they are listed. */
export function inOrder<Of extends Observation>(observations: readonly Of[]): readonly Of[] {
  return observations.toSorted((one, other) => one.at - other.at);
}

function timelineOf(slug: string, own: readonly Observation[]): Timeline {
  const observations = inOrder(own);
  const exchanges = exchangesOf(observations);
  const formSlug = exchanges.find((exchange) => exchange.formSlug !== undefined)?.formSlug;
  return {
    slug,
    ...(formSlug === undefined ? {} : { formSlug }),
    observations,
    exchanges,
    deliveries: observations.filter((observation) => observation.kind === 'delivery'),
    actions: observations.filter((observation) => observation.kind === 'action'),
    watches: observations.filter((observation) => observation.kind === 'watch'),
  };
}
