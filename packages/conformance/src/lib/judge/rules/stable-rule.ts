import type { JsonObject } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { fail, pass, type Judgement } from '../rule/judgement.ts';
import { applicationOf, payloadOf, type Payload } from '../rule/payload.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';

export interface Stability {
  readonly needs: string;
  readonly members: readonly string[];
  /** Checks that the members are valid; if not, that is another rule's finding. */
  readonly reads: (application: JsonObject) => boolean;
}

export function stableRule(id: RuleId, { needs, members, reads }: Stability): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    needs,
    *judge({ slug, observations }): Generator<Judgement> {
      let first: { payload: Payload; application: JsonObject } | undefined;
      for (const observation of observations) {
        const payload = payloadOf(observation);
        const application = payload && applicationOf(payload);
        // Another application in the answer is a finding of the rules about the slug.
        if (payload === undefined || application?.['slug'] !== slug || !reads(application)) continue;
        if (first === undefined) {
          first = { payload, application };
          continue;
        }
        const known = first;
        const changed = members.find((member) => application[member] !== known.application[member]);
        yield changed === undefined
          ? pass(observation, known.payload.observation)
          : fail(observation, {
              message: `\`application.${changed}\` changed between two reads or deliveries of one application`,
              path: ['application', changed],
              expected: known.application[changed],
              actual: application[changed],
              also: [known.payload.observation],
            });
      }
    },
  });
}
