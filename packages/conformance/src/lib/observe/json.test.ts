import { describe, expect, it } from 'vitest';

import { has, kindOf, quoted } from './json.ts';

describe('has()', () => {
  it('takes no inherited key for its own', () => {
    expect([has({}, 'constructor'), has({ constructor: 1 }, 'constructor')]).toEqual([false, true]);
  });
});

describe('kindOf() and quoted()', () => {
  it('name a kind, and quote no more than a short scalar', () => {
    expect([undefined, null, [], {}, 'a', 1].map(kindOf)).toEqual([
      'nothing',
      'null',
      'array',
      'object',
      'string',
      'number',
    ]);
    expect([quoted({ a: 1 }), quoted(null), quoted(1.5), quoted('a'.repeat(300))]).toEqual([
      'object',
      'null',
      1.5,
      `${'a'.repeat(200)}…`,
    ]);
  });
});
