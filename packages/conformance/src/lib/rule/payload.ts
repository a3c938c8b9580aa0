import type { Delivery, Exchange } from '../observation/observation.ts';

/**
 * A body that holds an application: that of a delivery, or of a result call answered with 200. Nothing of it is validated
 * yet: a judge reads what it needs and ignores what other rules are about.
 */
export interface Payload {
  readonly source: 'delivery' | 'result';
  readonly observation: Delivery | Exchange;
  /** The whole body, an object. */
  readonly body: Readonly<Record<string, unknown>>;
}
