import { stringAt } from '@idvkit/json';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { slugOf, timelinesOf, type Timeline } from '../../observe/timeline.ts';
import { payloadOf, type Payload, type PayloadFlow } from './payload.ts';
import type { Scope, Subjects } from './rule.ts';

export type SubjectLists = { readonly [Of in Scope]: readonly Subjects[Of][] };

export function subjectsOf(observations: readonly Observation[]): SubjectLists {
  const exchange: Exchange[] = [];
  const delivery: Delivery[] = [];
  for (const observation of observations) {
    if (observation.kind === 'exchange') exchange.push(observation);
    else if (observation.kind === 'delivery') delivery.push(observation);
  }
  const timeline = timelinesOf(observations);
  return { exchange, delivery, payload: payloadsOf(observations, timeline), timeline, run: [observations] };
}

function payloadsOf(observations: readonly Observation[], timelines: readonly Timeline[]): readonly Payload[] {
  const bySlug = new Map<string, PayloadFlow>();
  const byForm = new Map<string, PayloadFlow>();
  for (const { slug, exchanges } of timelines) {
    for (const { condition, formSlug } of exchanges) {
      if (condition.flow !== 'camera' && condition.flow !== 'plain') continue;
      bySlug.set(slug, condition.flow);
      if (formSlug !== undefined) byForm.set(formSlug, condition.flow);
    }
  }
  const payloads: Payload[] = [];
  for (const observation of observations) {
    const payload = payloadOf(observation);
    if (payload === undefined) continue;
    const flow =
      bySlug.get(slugOf(observation) ?? '') ?? byForm.get(stringAt(payload.body, 'application', 'form') ?? '');
    payloads.push(flow === undefined ? payload : { ...payload, flow });
  }
  return payloads;
}
