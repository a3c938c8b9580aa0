import type { Exchange, Observation, SentDelivery, SentTrait } from '../../observe/observation.ts';
import { inconclusive, type Inconclusive } from '../rule/judgement.ts';

export interface SentExchange extends Exchange {
  readonly sent: SentDelivery;
}

export const NEEDS_RECEIVER = 'A receiver that acknowledges a plain submission (idvkit receiver --url).';

export function deliveriesSent(run: readonly Observation[]): readonly SentExchange[] {
  return run.filter(
    (observation): observation is SentExchange => observation.kind === 'exchange' && observation.sent !== undefined,
  );
}

/** Lists the last attempt of each delivery: earlier ones were retried after a 5xx. */
export function settledDeliveries(run: readonly Observation[]): readonly SentExchange[] {
  return deliveriesSent(run).filter(({ repeated }) => repeated !== true);
}

export function isAcknowledged({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299;
}

export function isRefused({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status <= 499;
}

/** Checks for a submission with the right secret and nothing special, which any receiver accepts. */
export function isPlain({ sent }: SentExchange): boolean {
  return sent.secret === 'own' && sent.body === 'delivery' && sent.traits.length === 0;
}

export function answerOf({ response, failure }: Exchange): number | string {
  return response?.status ?? failure ?? 'no answer';
}

export function deliveriesWith(trait: SentTrait, deliveries: readonly SentExchange[]): readonly SentExchange[] {
  return deliveries.filter(({ sent }) => sent.secret === 'own' && sent.traits.includes(trait));
}

/** Returns why an answer proves nothing about `trait`, so that each defect is found once. */
export function reasonToSkip(
  exchange: SentExchange,
  trait: SentTrait,
  deliveries: readonly SentExchange[],
): Inconclusive | undefined {
  const { sent } = exchange;
  if (sent.timedOut === true)
    return inconclusive('Not answered in time, which receiver.within-30s is about.', exchange);
  if (!deliveries.some((other) => isPlain(other) && isAcknowledged(other))) {
    return inconclusive('A receiver that acknowledges a plain submission.', exchange);
  }
  for (const other of sent.traits) {
    if (other === trait) continue;
    const alone = deliveriesWith(other, deliveries).filter(
      (each) => each.sent.traits.length === 1 && each.sent.isFirst !== true,
    );
    if (alone.length === 0 || !alone.every(isAcknowledged)) {
      return inconclusive(
        `A receiver that acknowledges deliveries that are special in one way only (${other}).`,
        exchange,
      );
    }
  }
  if (sent.isFirst === true && trait !== 'out-of-order' && !isAcknowledged(exchange)) {
    const early = deliveriesWith('out-of-order', deliveries).filter((each) => each.sent.isFirst === true);
    if (early.length > 0 && !early.some(isAcknowledged)) {
      return inconclusive('A receiver that acknowledges an event before the submission of its application.', exchange);
    }
  }
  return undefined;
}
