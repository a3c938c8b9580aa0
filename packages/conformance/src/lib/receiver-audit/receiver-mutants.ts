import type { RuleId } from '@idvkit/schema/rules';

import { type Mutant, withStatus } from '../judge/mutants/mutant.ts';
import type { Observation, SentDelivery } from '../observe/observation.ts';

function answered(rule: RuleId, status: number, fits: (sent: SentDelivery) => boolean): Mutant {
  return {
    rule,
    corrupt: (target) =>
      target.kind === 'exchange' && target.sent !== undefined && fits(target.sent)
        ? [withStatus(target, status)]
        : undefined,
  };
}

const trait = (rule: RuleId, name: SentDelivery['traits'][number]): Mutant =>
  answered(rule, 422, ({ traits, secret }) => secret === 'own' && traits.includes(name));

function unanswered(target: Observation): readonly Observation[] | undefined {
  if (target.kind !== 'exchange' || target.sent === undefined) return undefined;
  const { response: _, ...exchange } = target;
  return [{ ...exchange, sent: { ...target.sent, timedOut: true } }];
}

export const receiverMutants: readonly Mutant[] = [
  answered('receiver.accepts-2xx', 503, ({ stage }) => stage === 'start'),
  { rule: 'receiver.within-30s', corrupt: unanswered },
  answered('receiver.secret-mismatch.401', 403, ({ secret }) => secret === 'wrong'),
  answered('receiver.secret-absent.401', 200, ({ secret }) => secret === 'absent'),
  answered('receiver.secret.exact', 200, ({ secret }) => secret === 'near'),
  trait('receiver.unknown-type.ignored', 'unknown-type'),
  trait('receiver.lifecycle.accepted', 'lifecycle'),
  trait('receiver.sparse.accepted', 'sparse'),
  trait('receiver.unknown-fields.accepted', 'unknown-fields'),
  trait('receiver.custom-status.any-case', 'custom-status'),
  trait('receiver.duplicate.acknowledged', 'duplicate'),
  {
    rule: 'receiver.duplicate.processed-once',
    corrupt: (target) => (target.kind === 'effects' ? [{ ...target, after: target.after + 1 }] : undefined),
  },
  trait('receiver.out-of-order.accepted', 'out-of-order'),
  answered('receiver.large-body.accepted', 413, ({ traits }) => traits.includes('large')),
  answered('receiver.refuses-malformed', 200, ({ body }) => body === 'not-json'),
  answered('receiver.survives', 503, ({ stage }) => stage === 'end'),
];
