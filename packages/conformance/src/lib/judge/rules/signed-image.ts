import { at } from '@idvkit/json';
import { bodyCheck, type Defect, type ImageUrl, readDateTime, readImageUrl, resultsOf } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import type { Delivery, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, inconclusive, type Judgement, pass } from '../rule/judgement.ts';
import { imagesOf, payloadOf } from '../rule/payload.ts';
import { defineRule, type Rule, type RuleOf } from '../rule/rule.ts';
import { imageAccessRules } from './signed-image-access.ts';

/** Deliveries closer than this may carry the same URLs: `exp` counts seconds, and `q` may depend on nothing else. */
const APART_MS = 2000;

const freshOnResend: RuleOf<'timeline'> = defineRule('image.fresh-on-resend', {
  scope: 'timeline',
  needs:
    'A receiver, and a resend a few seconds after a delivery. The submitted application has a document scan and liveness.',
  *judge(timeline): Generator<Judgement> {
    for (const [before, after] of resends(timeline)) yield* compare(before, after);
  },
});

/** Pairs, per receiver, the last delivery before each resend with the first one after it, and with its retries. */
function* resends({ observations }: Timeline): Generator<readonly [before: Delivery, after: Delivery]> {
  const latest = new Map<string, Delivery>();
  const awaited = new Map<string, Delivery>();
  /** Deliveries before the resend that {@link latest} belongs to. */
  const resent = new Map<string, Delivery>();
  for (const observation of observations) {
    if (isResend(observation)) for (const [receiver, delivery] of latest) awaited.set(receiver, delivery);
    if (observation.kind !== 'delivery' || at(observation.request.body.json, 'event', 'type') !== 'submit_form')
      continue;
    const { receiver } = observation;
    const last = latest.get(receiver);
    const before = awaited.get(receiver) ?? (last !== undefined && isRetried(last) ? resent.get(receiver) : undefined);
    awaited.delete(receiver);
    resent.delete(receiver);
    latest.set(receiver, observation);
    // After a 5xx the next delivery may be a retry.
    if (before === undefined || isRetried(before)) continue;
    resent.set(receiver, before);
    yield [before, observation];
  }
}

function isRetried({ answer }: Delivery): boolean {
  return answer.kind === 'status' && answer.status >= 500;
}

function isResend(observation: Observation): boolean {
  return (
    observation.kind === 'exchange' &&
    observation.condition.endpoint === 'resend' &&
    observation.response?.status === 204
  );
}

function* compare(before: Delivery, after: Delivery): Generator<Judgement> {
  const old = imagesByPlace(before);
  let compared = 0;
  let stale = 0;
  for (const [place, { path, url }] of imagesByPlace(after)) {
    const known = old.get(place)?.url;
    if (known?.q === undefined || url.q === undefined) continue;
    if (known.expSeconds === undefined || url.expSeconds === undefined) continue;
    const isFresh = url.q !== known.q && url.expSeconds > known.expSeconds;
    if (!isFresh && !areApart(before, after)) continue;
    compared += 1;
    if (isFresh) continue;
    stale += 1;
    yield fail(after, {
      message: 'A resend carries a signed image URL that is not fresh: the same `q`, or no later `exp`',
      path,
      expected: `another q, and exp after ${known.expSeconds}`,
      actual: `${url.q === known.q ? 'the same q' : 'another q'}, exp ${url.expSeconds}`,
      also: [before],
    });
  }
  if (compared > 0 && stale === 0) yield pass(after, before);
  if (compared === 0 && old.size > 0) {
    yield inconclusive(
      'The resend carried the same URLs within two seconds: let more time pass before it.',
      after,
      before,
    );
  }
}

function imagesByPlace(
  delivery: Delivery,
): ReadonlyMap<string, { readonly path: readonly (string | number)[]; readonly url: ImageUrl }> {
  const payload = payloadOf(delivery);
  const images = payload === undefined ? [] : imagesOf(payload);
  return new Map(
    images.flatMap(({ path, value }) => {
      const url = readImageUrl(value);
      return url === undefined ? [] : [[path.join('/'), { path, url }] as const];
    }),
  );
}

export function areApart(before: Delivery, after: Delivery): boolean {
  return sentAt(after) - sentAt(before) >= APART_MS;
}

function sentAt(delivery: Delivery): number {
  return readDateTime(at(delivery.request.body.json, 'event', 'created_at'))?.at ?? delivery.at;
}

interface Elsewhere {
  readonly defect: Defect;
  readonly observations: Observation[];
}

const { check, needs } = bodyCheck('image.url.absolute-on-service-host');

/** Reports each other host once: behind a gateway, all images are elsewhere. */
const onServiceHost = defineRule('image.url.absolute-on-service-host', {
  scope: 'run',
  needs,
  *judge(run, { baseUrl }) {
    const elsewhere = new Map<string | undefined, Elsewhere>();
    for (const observation of run) {
      const payload = payloadOf(observation);
      const results = payload === undefined ? [] : resultsOf(check, payload.body, { source: payload.source, baseUrl });
      const defects = results.filter((result) => result !== 'ok');
      for (const defect of defects) {
        const host = readImageUrl(defect.actual)?.host;
        const known = elsewhere.get(host) ?? { defect, observations: [] };
        elsewhere.set(host, known);
        if (known.observations.at(-1) !== observation) known.observations.push(observation);
      }
      if (results.length > 0 && defects.length === 0) yield pass(observation);
    }
    for (const { defect, observations } of elsewhere.values()) {
      const [first, ...also] = observations;
      if (first !== undefined) yield fail(first, { ...defect, actual: quoted(defect.actual), also });
    }
  },
});

export const signedImageRules: readonly Rule[] = [onServiceHost, freshOnResend, ...imageAccessRules];
