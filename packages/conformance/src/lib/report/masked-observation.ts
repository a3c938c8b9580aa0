import { stringAt } from '@idvkit/json';
import type { Observed } from '@idvkit/schema/formats';

import type { Observation } from '../observe/observation.ts';
import { slugOf } from '../observe/timeline.ts';
import type { Masker } from './mask/masker.ts';
import { observationSummary } from './observation-summary.ts';

export function maskedObservation(observation: Observation, masker: Masker, baseUrl: string): Observed {
  const { id, at, kind } = observation;
  const common = { id, at: moment(at), summary: observationSummary(observation, masker, baseUrl) };
  switch (kind) {
    case 'exchange': {
      const { formSlug, condition, response } = observation;
      return {
        ...common,
        kind,
        application: applicationOf(observation, masker),
        form: formSlug === undefined ? undefined : masker.text(formSlug),
        endpoint: condition.endpoint,
        status: response?.status,
      };
    }
    case 'delivery': {
      const { receiver, bearer, tls, answer, request } = observation;
      const type = stringAt(request.body.json, 'event', 'type');
      return {
        ...common,
        kind,
        application: applicationOf(observation, masker),
        type: type === undefined ? undefined : String(masker.value(type, ['event', 'type'])),
        receiver: masker.text(receiver),
        bearer,
        tls,
        answer,
      };
    }
    case 'action':
      return { ...common, kind, action: observation.action, slug: masker.slug(observation.slug) };
    case 'watch': {
      const { until, slug, receivers, events } = observation;
      const texts = (list: readonly string[]): string[] => list.map((text) => masker.text(text));
      return {
        ...common,
        kind,
        until,
        slug: masker.slug(slug),
        receivers: texts(receivers),
        events: events && texts(events),
      };
    }
    case 'credit':
      return {
        ...common,
        kind,
        before: observation.before,
        after: observation.after,
        creates: [...observation.creates],
      };
    case 'effects':
      return { ...common, kind };
  }
}

function applicationOf(observation: Observation, masker: Masker): string | undefined {
  const slug = slugOf(observation);
  return slug === undefined ? undefined : masker.slug(slug);
}

/** Formats a time; 0 if a clock is too far off. */
function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
