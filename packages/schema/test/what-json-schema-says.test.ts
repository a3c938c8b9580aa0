import { BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import { ruleEntry, RULES_BEYOND_JSON_SCHEMA } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { validatorOf } from './published-schemas.ts';

const musts = BREAKABLE_RULE_IDS.filter((id) => ruleEntry(id).level === 'must');

describe('JSON Schema', () => {
  it.each(musts)('says %s, or is known not to', (id) => {
    const broken = fc.sample(nearValid(id), { numRuns: 40, seed: 1 });
    const passed = broken.some(({ kind, body }) => {
      const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      return validatorOf('strict', name)(body);
    });

    expect(passed).toBe(RULES_BEYOND_JSON_SCHEMA.includes(id));
  });
});
