import { stringAt } from '@idvkit/json';

import type { Delivery } from '../../observe/observation.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';

/** Checks that a delivery carries a new nounce. A pass cites `proves`. */
export function* judgeNewNounce(
  delivery: Delivery,
  earlier: readonly Delivery[],
  { proves, message }: { readonly proves: readonly Delivery[]; readonly message: string },
): Generator<Judgement> {
  const nounce = nounceOf(delivery);
  if (nounce === undefined) return;
  const twin = earlier.find((other) => nounceOf(other) === nounce);
  if (twin === undefined) {
    yield pass(delivery, ...proves);
    return;
  }
  yield fail(delivery, {
    message,
    path: ['event', 'nounce'],
    expected: 'a new nounce',
    actual: nounce,
    also: [twin],
  });
}

function nounceOf({ request }: Delivery): string | undefined {
  return stringAt(request.body.json, 'event', 'nounce');
}
