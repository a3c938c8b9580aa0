import { at, stringAt } from '@idvkit/json';
import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import { readDateTime, type RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import { imagesOf, payloadOf } from '../../src/lib/judge/rule/payload.ts';
import type { JudgingContext } from '../../src/lib/judge/rule/rule.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { brokenRules, create, delivery, exchange, payloadRules } from './observe.ts';

/** Bodies of deliveries and results alike; each valid kind that a payload rule looks at. */
const valid = {
  'submit_form deliveries': arbitraries.submitFormDelivery(),
  'lifecycle deliveries': arbitraries.lifecycleDelivery(),
  results: arbitraries.resultResponse(),
};

/** Shows a body as the service would: a result under its own path, or a delivery at the time that it says. */
function shown(body: unknown, isResult: boolean): Observation {
  if (!isResult) {
    const sentAt = readDateTime(at(body, 'event', 'created_at'))?.at;
    return delivery(body, sentAt === undefined ? {} : { at: sentAt });
  }
  const slug = stringAt(body, 'application', 'slug') ?? null;
  return exchange({ answer: body, slug, formSlug: stringAt(body, 'application', 'form') ?? null });
}

/** The service is where its images are. */
function contextOf(observation: Observation): Partial<JudgingContext> {
  const payload = payloadOf(observation);
  const [image] = payload === undefined ? [] : imagesOf(payload);
  return { baseUrl: typeof image?.value === 'string' ? new URL(image.value).origin : '' };
}

describe('payload rules', () => {
  it.each(Object.entries(valid))('find nothing in valid %s', (kind, bodies: fc.Arbitrary<unknown>) => {
    fc.assert(
      fc.property(bodies, (body) => {
        const observation = shown(body, kind === 'results');

        expect(brokenRules([observation], contextOf(observation))).toEqual([]);
      }),
    );
  });

  it('find nothing in valid submissions of a form that is known to have camera steps', () => {
    fc.assert(
      fc.property(arbitraries.submitFormDelivery({ outcome: 'fail' }), (body) => {
        const observation = shown(body, false);
        const made = create(body.application.slug, { formSlug: body.application.form });

        expect(brokenRules([made, observation], contextOf(observation))).toEqual([]);
      }),
    );
  });

  const own = new Set<RuleId>(payloadRules.map(({ id }) => id));

  it.each(BREAKABLE_RULE_IDS.filter((id) => own.has(id)))('find what breaks it, and nothing else: %s', (id) => {
    fc.assert(
      fc.property(nearValid(id), ({ body, also, kind }) => {
        const found = brokenRules([shown(body, kind === 'resultResponse')], { baseUrl: '' });

        expect(found).toContain(id);
        expect(found.filter((each) => each !== id && !also.includes(each))).toEqual([]);
      }),
      { numRuns: runsOf(10) },
    );
  });
});
