import { bodyCheck, JsonNode, readImageUrl, type Defect } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import type { Observation } from '../../observe/observation.ts';
import { fail, pass } from '../rule/judgement.ts';
import { payloadOf } from '../rule/payload.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { imageAccessRules } from './signed-image-access.ts';
import { freshOnResend } from './signed-image-freshness.ts';

/** An image URL that is elsewhere, and every observation that has one there. */
interface Elsewhere {
  readonly defect: Defect;
  readonly observations: Observation[];
}

const { check, needs } = bodyCheck('image.url.absolute-on-service-host');

/** A service behind a gateway has all its images elsewhere: each other host is reported once. */
const onServiceHost = defineRule('image.url.absolute-on-service-host', {
  scope: 'run',
  needs,
  *judge(run, { baseUrl }) {
    const elsewhere = new Map<string | undefined, Elsewhere>();
    for (const observation of run) {
      const payload = payloadOf(observation);
      const looks =
        payload === undefined ? [] : [...check(new JsonNode(payload.body), { source: payload.source, baseUrl })];
      const defects = looks.filter((look) => look !== 'ok');
      for (const defect of defects) {
        const host = readImageUrl(defect.actual)?.host;
        const known = elsewhere.get(host) ?? { defect, observations: [] };
        elsewhere.set(host, known);
        if (known.observations.at(-1) !== observation) known.observations.push(observation);
      }
      if (looks.length > 0 && defects.length === 0) yield pass(observation);
    }
    for (const { defect, observations } of elsewhere.values()) {
      const [first, ...also] = observations;
      if (first !== undefined) yield fail(first, { ...defect, actual: quoted(defect.actual), also });
    }
  },
});

/** Judges of the rules about signed image URLs that need more than one body. */
export const signedImageRules: readonly Rule[] = [onServiceHost, freshOnResend, ...imageAccessRules];
