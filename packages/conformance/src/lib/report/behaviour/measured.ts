import type { MeasuredBehaviour } from '@idvkit/schema/formats';

import { answeredStatus, chainsOf, endOf, isServerError } from '../../judge/rules/delivery-chains.ts';
import type { Observation } from '../../observe/observation.ts';
import { type Timeline, timelinesOf } from '../../observe/timeline.ts';

const CONTEXT = { clockSkewSeconds: 0, inputParameters: {}, requireHttps: false };
/** Limits that headers name, such as `x-ratelimit-limit`. The numbers left and the time of a reset change with each call. */
const LIMIT_HEADER = /^(?:retry-after|(?:x-)?rate-?limit-limit)$/;

type Measure = Omit<MeasuredBehaviour, 'min' | 'max'> & { readonly value: number };

/** Measures what the specification leaves open: retries, delays, limits, the size of info. */
export function measuredOf(observations: readonly Observation[]): MeasuredBehaviour[] {
  const ranges = new Map<string, MeasuredBehaviour>();
  const measures = [
    ...calls(observations),
    ...timelinesOf(observations).flatMap((timeline) => [...deliveries(timeline)]),
  ];
  for (const { value, ...measure } of measures) {
    const id = `${measure.about} ${measure.condition}`;
    const { min, max } = ranges.get(id) ?? { min: value, max: value };
    ranges.set(id, { ...measure, min: Math.min(min, value), max: Math.max(max, value) });
  }
  return [...ranges.values()];
}

function* calls(observations: readonly Observation[]): Generator<Measure> {
  for (const observation of observations) {
    if (observation.kind !== 'exchange' || observation.response === undefined) continue;
    const { condition, response } = observation;
    if (condition.endpoint === 'info' && response.status === 200) {
      yield { about: 'size', condition: `info, flow ${condition.flow}`, unit: 'bytes', value: response.body.size };
    }
    for (const [name, value] of response.headers) {
      const limit = name.toLowerCase();
      if (!LIMIT_HEADER.test(limit) || !/^\d{1,9}$/.test(value)) continue;
      yield { about: 'limits', condition: limit, unit: 'count', value: Number(value) };
    }
  }
}

function* deliveries(timeline: Timeline): Generator<Measure> {
  for (const { attempts, clear, certain, trigger } of chainsOf(timeline, 'submit_form', CONTEXT)) {
    const [first] = attempts;
    if (!clear || first === undefined) continue;
    if (certain && trigger?.kind === 'action') {
      const value = Math.max(0, first.at - trigger.at);
      yield { about: 'retries', condition: 'first delivery after a submission', unit: 'ms', value };
    }
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts[index - 1];
      if (before === undefined || !isServerError(answeredStatus(before))) continue;
      const value = Math.max(0, attempt.at - endOf(before));
      yield { about: 'retries', condition: `retry ${index} after a 5xx`, unit: 'ms', value };
    }
    if (!certain || !attempts.every((attempt) => isServerError(answeredStatus(attempt)))) continue;
    yield { about: 'retries', condition: 'retries after 5xx only', unit: 'count', value: attempts.length - 1 };
  }
}
