import type { Discovery } from '../judge/discovery/discovery.ts';
import { answerOf, type SentExchange } from '../judge/rules/receiver-evidence.ts';

/** Lists what a receiver does where the specification and HTTP leave it a choice. */
export function receiverDiscoveries(deliveries: readonly SentExchange[]): readonly Discovery[] {
  return deliveries
    .filter(({ sent, repeated }) => sent.secret === 'open' && repeated !== true)
    .map((exchange) => ({
      about: 'the right secret, written otherwise',
      seen: `${exchange.sent.what.replace('a submission, ', '')} is answered ${answerOf(exchange)}`,
      observation: exchange.id,
    }));
}
