import type { Exchange } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { correlatesCreate } from './application-correlates-create.ts';
import { stableRule } from './stable-rule.ts';

const slugIsUnique = defineRule('application.slug.unique', {
  scope: 'run',
  needs: 'Two create calls that are answered with 201.',
  *judge(observations) {
    const creates = observations.flatMap((observation) => {
      const slug = observation.kind === 'exchange' ? createdSlug(observation) : undefined;
      return observation.kind === 'exchange' && slug !== undefined ? [{ exchange: observation, slug }] : [];
    });
    if (creates.length < 2) return;
    const firstBySlug = new Map<string, Exchange>();
    for (const { exchange, slug } of creates) {
      const first = firstBySlug.get(slug);
      firstBySlug.set(slug, first ?? exchange);
      yield first === undefined
        ? pass(exchange)
        : fail(exchange, {
            message: 'Two creates returned the same slug',
            path: ['detail', 'slug'],
            actual: slug,
            also: [first],
          });
    }
  },
});

const submittedAtIsStable = stableRule('application.submitted-at.stable', {
  needs: 'Two reads or deliveries of one submitted application: a receiver, an operator that submits, and a resend.',
  members: ['submitted_at'],
  reads: (application) => application['status'] !== 'incomplete' && typeof application['submitted_at'] === 'string',
});

const idIsStable = stableRule('application.id.stable', {
  needs: 'Two reads or deliveries of one application.',
  members: ['id', 'no'],
  reads: (application) => Number.isInteger(application['id']) && typeof application['no'] === 'string',
});

export const applicationRules: readonly Rule[] = [correlatesCreate, slugIsUnique, submittedAtIsStable, idIsStable];
