import { stringAt } from '@idvkit/json';

import { exchangesOf, type Action, type Delivery, type Exchange, type Observation, type Watch } from './observation.ts';

/** Observations of one application, in the order in which they began. */
export interface Timeline {
  readonly slug: string;
  readonly formSlug?: string;
  readonly observations: readonly Observation[];
  readonly exchanges: readonly Exchange[];
  readonly deliveries: readonly Delivery[];
  readonly actions: readonly Action[];
  readonly watches: readonly Watch[];
  /** Deliveries about all applications, in order: together they show how long one takes to arrive. */
  readonly allDeliveries: readonly Delivery[];
}

/** Returns the slug that an observation is about: of its path, of a create's 201 (`detail.slug`), or of a delivery. */
export function slugOf(observation: Observation): string | undefined {
  if (observation.kind === 'credit' || observation.kind === 'effects') return undefined;
  if (observation.slug !== undefined) return observation.slug;
  if (observation.kind === 'exchange') return createdSlug(observation);
  return observation.kind === 'delivery' ? stringAt(observation.request.body.json, 'application', 'slug') : undefined;
}

export function createdSlug({ condition, response }: Exchange): string | undefined {
  if (condition.endpoint !== 'create' || response?.status !== 201) return undefined;
  return stringAt(response.body.json, 'detail', 'slug');
}

/** Groups observations by application; drops those about none. Simultaneous observations keep their order. */
export function timelinesOf(observations: readonly Observation[]): readonly Timeline[] {
  const bySlug = new Map<string, Observation[]>();
  for (const observation of observations) {
    const slug = slugOf(observation);
    if (slug === undefined) continue;
    const known = bySlug.get(slug);
    if (known === undefined) bySlug.set(slug, [observation]);
    else known.push(observation);
  }
  const allDeliveries = inOrder(observations.filter((observation) => observation.kind === 'delivery'));
  return [...bySlug].map(([slug, own]) => ({ ...timelineOf(slug, own), allDeliveries }));
}

export function inOrder<Of extends Observation>(observations: readonly Of[]): readonly Of[] {
  return observations.toSorted((one, other) => one.at - other.at);
}

function timelineOf(slug: string, own: readonly Observation[]): Omit<Timeline, 'allDeliveries'> {
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
