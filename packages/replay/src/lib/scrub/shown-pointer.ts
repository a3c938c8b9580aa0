import { formatPointer, type JsonPath } from '@idvkit/json';

import { deliveryPolicy } from './delivery-policy.ts';
import { below, keepsKey, type PolicyNode } from './policy.ts';

/** Writes a path of a delivery as a JSON pointer in which keys that may be somebody's name are `…`. */
export function shownPointer(path: JsonPath): string {
  let node: PolicyNode = deliveryPolicy;
  const shown = path.map((step) => {
    const isShown = typeof step === 'number' || keepsKey(node, step);
    node = below(node, step);
    return isShown ? step : '…';
  });
  return formatPointer(shown);
}
