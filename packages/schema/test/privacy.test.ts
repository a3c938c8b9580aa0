import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { createRequest, createResponse, infoResponse, resultResponse, submitFormDelivery } from '../src/index.ts';
import { DOCUMENTED_KEYS, PRIVACY_ROOT, privacyBelow, privacyOf } from '../src/privacy.ts';

/** Names of all members that a JSON Schema describes. */
function* membersOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(Object(value));
    yield* membersOf(value);
  }
}

describe('DOCUMENTED_KEYS', () => {
  it.each(Object.entries({ createRequest, createResponse, infoResponse, resultResponse, submitFormDelivery }))(
    'has every key of %s',
    (_, schema) => {
      const members = new Set(membersOf(z.toJSONSchema(schema, { unrepresentable: 'any' })));
      expect(members.size).toBeGreaterThan(0);
      expect([...members].filter((key) => !DOCUMENTED_KEYS.has(key))).toEqual([]);
    },
  );
});

describe('privacyOf()', () => {
  it.each([
    [['event', 'created_at'], 'time'],
    [['application', 'slug'], 'slug'],
    [['application', 'other_status', 'anything'], 'term'],
    [['answers', 'full_name_type', 'updated_at'], 'time'],
    [['answers', 'nid', 'created_at'], 'time'],
    [['answers', 'nid', 'value'], 'person'],
    [['answers', 'anything', 'value'], 'person'],
    [['extra', 'identity_aml', 'provider', 0, 'values_list', 1], 'enum'],
    [['extra', 'ekyc', 'liveness', 'attempts', 2, 'images', 0, 'url'], 'link'],
    [['extra', 'ekyc', 'liveness', 'attempts', 'key', 'status'], 'person'],
    [['__proto__'], 'person'],
    [['nothing', 'like', 'it'], 'person'],
    [[], 'person'],
  ] as const)('of %j is %s', (path, expected) => {
    expect(privacyOf(path).class).toBe(expected);
  });

  it('says the same as the steps to the field', () => {
    const node = privacyBelow(privacyBelow(PRIVACY_ROOT, 'application'), 'status');
    expect(node.privacy).toEqual({ class: 'enum', values: ['incomplete', 'complete', 'expired'] });
  });
});
