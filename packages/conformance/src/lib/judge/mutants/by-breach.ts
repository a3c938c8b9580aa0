import { breached, type Breach } from '@idvkit/schema/breaches';

import { payloadOf } from '../rule/payload.ts';
import { withBody, type Corrupt } from './mutant.ts';

const PAYLOADS: ReadonlySet<Breach['kind']> = new Set([
  undefined,
  'payload',
  'submitFormDelivery',
  'lifecycleDelivery',
  'resultResponse',
]);

/** Corrupts a body by the first of some breaches that applies to it. */
export function byBreach(breaches: readonly Breach[]): Corrupt {
  return (target) => {
    for (const breach of breaches) {
      // Which kind of error or answer a body is follows from the rule: it passed.
      const mayApply = PAYLOADS.has(breach.kind) ? payloadOf(target) !== undefined : target.kind === 'exchange';
      const corrupted = mayApply ? withBody(target, (json) => breached(json, breach)) : undefined;
      if (corrupted !== undefined) return corrupted;
    }
    return undefined;
  };
}
