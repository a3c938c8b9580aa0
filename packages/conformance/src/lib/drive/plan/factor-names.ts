import type { CallRow } from './call-space.ts';
import type { DeliveryRow } from './delivery-plan.ts';

/** Names of everything that decides the answer to a call. */
export const CALL_FACTOR_NAMES: Readonly<Record<keyof CallRow, string>> = {
  endpoint: 'endpoint',
  method: 'method',
  credential: 'credential',
  application: 'state of the application',
  past: 'what happened to it before',
  flow: 'flow',
  body: 'body',
  credit: 'credit',
  locale: 'locale',
};

/** Names of everything that decides how a delivery is made. */
export const DELIVERY_FACTOR_NAMES: Readonly<Record<keyof DeliveryRow, string>> = {
  event: 'event',
  receiver: 'receiver',
  answer: 'answer',
  attempt: 'attempt',
  first: 'answer to the first attempt',
  failure: 'answers before',
  flow: 'flow',
  before: 'what happened before',
};
