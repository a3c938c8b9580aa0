import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import { checkGuardedDelivery, checkPayload } from '@idvkit/schema/rules';
import { isDelivery } from '@idvkit/schema/validators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mutationsOf, withNastyTexts } from './mutations.ts';

describe('checkGuardedDelivery()', () => {
  const valid = fc.oneof(arbitraries.submitFormDelivery(), arbitraries.lifecycleDelivery());

  it('finds what checkPayload() finds in each near-valid delivery that the guard accepts', () => {
    const accepted = BREAKABLE_RULE_IDS.flatMap((id) => fc.sample(nearValid(id), { numRuns: 12, seed: 2 }))
      .map(({ body }) => body)
      .filter((body) => isDelivery(body));
    const found = accepted.map(checkGuardedDelivery);

    expect(found.filter((issues) => issues.length > 0).length).toBeGreaterThan(100);
    expect(found).toEqual(accepted.map((body) => checkPayload(body)));
  });

  it('finds what checkPayload() finds in each valid or changed delivery that the guard accepts', () => {
    fc.assert(
      fc.property(fc.oneof(valid, mutationsOf(valid), withNastyTexts(valid)), (made) => {
        // JSON has no keys whose value is undefined.
        const body: unknown = JSON.parse(JSON.stringify(made) ?? 'null');
        fc.pre(isDelivery(body));
        expect(checkGuardedDelivery(body)).toEqual(checkPayload(body));
      }),
      { numRuns: 300 },
    );
  });
});
