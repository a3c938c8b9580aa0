import { stringAt } from '@idvkit/json';

import type { Delivery } from '../../observe/observation.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';

/**
 * Judges whether a delivery carries a nounce that none before it carried.
 *
 * @param proves Those of the earlier ones that go along with it as evidence where it does.
 */
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
    expected: 'a nounce of its own',
    actual: nounce,
    also: [twin],
  });
}

function nounceOf({ request }: Delivery): string | undefined {
  return stringAt(request.body.json, 'event', 'nounce');
}
