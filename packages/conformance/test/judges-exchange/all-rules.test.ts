import { catalogue, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import { exchangeRules } from './judge.ts';

describe('the judges of the service', () => {
  const ofService = RULE_IDS.filter((id) => catalogue[id].binds === 'service');

  it('are one for every rule that binds the service', () => {
    expect(serviceRules.map(({ id }) => id).toSorted()).toEqual(ofService.toSorted());
  });

  it('include one for every rule about exchanges and deliveries', () => {
    const sections = /^(create|result|info|submit|resend|locale|auth|error|delivery)\./;

    expect(exchangeRules.map(({ id }) => id).toSorted()).toEqual(
      ofService.filter((id) => sections.test(id)).toSorted(),
    );
  });

  it('say what to supply as a sentence', () => {
    expect(serviceRules.filter(({ needs }) => !/^[A-Z].*\.$/.test(needs)).map(({ id }) => id)).toEqual([]);
  });
});
