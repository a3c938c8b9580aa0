import { readFile } from 'node:fs/promises';

import { isObject } from '@idvkit/json';
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

describe('patterns', () => {
  it('refuse a line feed at the end in every dialect, also where $ matches before it', async () => {
    const text = await readFile(new URL('../json-schema/strict/bundle.json', import.meta.url), 'utf8');
    const found: unknown[] = [];
    JSON.parse(text, (_, value: unknown) => {
      if (isObject(value) && typeof value['pattern'] === 'string' && value['pattern'].endsWith('$'))
        found.push(value['not']);
      return value;
    });
    expect(found.length).toBeGreaterThan(5);
    expect(new Set(found.map((not) => JSON.stringify(not)))).toEqual(new Set(['{"type":"string","pattern":"\\\\n"}']));
  });
});
