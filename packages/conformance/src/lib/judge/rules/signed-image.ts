import { bodyCheck, JsonNode, readImageUrl, type Defect } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import type { Observation } from '../../observe/observation.ts';
import { fail, pass } from '../rule/judgement.ts';
import { payloadOf } from '../rule/payload.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { imageAccessRules } from './signed-image-access.ts';
import { freshOnResend } from './signed-image-freshness.ts';

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
      const results =
        payload === undefined ? [] : [...check(new JsonNode(payload.body), { source: payload.source, baseUrl })];
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
