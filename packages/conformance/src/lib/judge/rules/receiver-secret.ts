import type { RuleId } from '@idvkit/schema/rules';

import type { SentSecret } from '../../observe/observation.ts';
import { fail, inconclusive, pass } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import {
  answerOf,
  deliveriesWith,
  isAcknowledged,
  isRefused,
  NEEDS_RECEIVER,
  type SentExchange,
  settledDeliveries,
} from './receiver-evidence.ts';

function answers401(id: RuleId, secret: SentSecret, message: string): Rule {
  return defineRule(id, {
    scope: 'run',
    needs: NEEDS_RECEIVER,
    *judge(run) {
      const deliveries = settledDeliveries(run);
      for (const exchange of deliveries) {
        if (exchange.sent.secret !== secret || exchange.sent.timedOut === true) continue;
        if (exchange.response?.status === 401) yield pass(exchange);
        else if (isRefusedAnyway(exchange, deliveries)) {
          yield inconclusive('A receiver that acknowledges lifecycle events with the right secret.', exchange);
        } else yield fail(exchange, { message, expected: 401, actual: answerOf(exchange) });
      }
    },
  });
}

/** Checks for an event that is refused even with the right secret: one with the same traits. */
function isRefusedAnyway(exchange: SentExchange, deliveries: readonly SentExchange[]): boolean {
  const { traits, isFirst } = exchange.sent;
  if (!traits.includes('lifecycle') || isAcknowledged(exchange)) return false;
  const same = deliveriesWith('lifecycle', deliveries).filter(
    ({ sent }) => sent.isFirst === isFirst && sent.traits.join() === traits.join(),
  );
  return !same.some(isAcknowledged);
}

/** A receiver that accepts any secret is another rule's finding. */
const exact = defineRule('receiver.secret.exact', {
  scope: 'run',
  needs: NEEDS_RECEIVER,
  *judge(run) {
    const deliveries = settledDeliveries(run);
    const takesAny = deliveries.some((exchange) => exchange.sent.secret === 'wrong' && isAcknowledged(exchange));
    for (const exchange of deliveries) {
      if (exchange.sent.secret !== 'near' || exchange.sent.timedOut === true) continue;
      if (isRefused(exchange)) yield pass(exchange);
      else if (takesAny) yield inconclusive('A receiver that refuses a wrong secret.', exchange);
      else {
        const message = 'Does not refuse a secret that only resembles its own';
        yield fail(exchange, { message, expected: 401, actual: answerOf(exchange) });
      }
    }
  },
});

export const receiverSecretRules: readonly Rule[] = [
  answers401('receiver.secret-mismatch.401', 'wrong', 'Does not answer 401 to a wrong secret'),
  answers401(
    'receiver.secret-absent.401',
    'absent',
    'Does not answer 401 to a delivery without an Authorization header',
  ),
  exact,
];
