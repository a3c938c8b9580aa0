import type { JsonPath } from '@idvkit/json';

import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { payloadOf } from '../rule/payload.ts';
import { withAnswer, withDelivered, type Mutant } from './mutant.ts';

export type Corrupted = readonly Observation[] | undefined;

/** Corrupts exchanges alone. */
export function onExchange(corrupt: (target: Exchange, run: readonly Observation[]) => Corrupted): Mutant['corrupt'] {
  return (target, run) => (target.kind === 'exchange' ? corrupt(target, run) : undefined);
}

/** Corrupts deliveries alone. */
export function onDelivery(corrupt: (target: Delivery, run: readonly Observation[]) => Corrupted): Mutant['corrupt'] {
  return (target, run) => (target.kind === 'delivery' ? corrupt(target, run) : undefined);
}

/** Makes one place of a payload anew, be it that of a delivery or of a result. */
export function inPayload(path: JsonPath, make: (old: unknown) => unknown): Mutant['corrupt'] {
  return (target) => {
    if (payloadOf(target) === undefined) return undefined;
    if (target.kind === 'delivery') return withDelivered(target, path, make);
    return target.kind === 'exchange' ? withAnswer(target, path, make) : undefined;
  };
}

/** Changes a text and leaves anything else as it is. */
export function onText(change: (text: string) => string): (old: unknown) => unknown {
  return (old) => (typeof old === 'string' ? change(old) : old);
}

/** The id and number of a copy that nothing else in the run has. */
export function copyOf(delivery: Delivery, laterMs: number, status = 200, name = 'again'): Delivery {
  const arrived = delivery.answer.kind === 'status' ? delivery.answer.at : delivery.at;
  const [copy = delivery] = withDelivered(delivery, ['event', 'nounce'], () => `${delivery.id}-${name}`) ?? [];
  return {
    ...copy,
    id: `${delivery.id}-${name}`,
    at: arrived + laterMs,
    answer: { kind: 'status', status, at: arrived + laterMs },
  };
}
