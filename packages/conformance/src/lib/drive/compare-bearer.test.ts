import { describe, expect, it } from 'vitest';

import { compareBearer } from './compare-bearer.ts';

describe('compareBearer()', () => {
  it.each([
    ['the secret', 'Bearer hush', 'match'],
    ['another secret', 'Bearer hush2', 'mismatch'],
    ['the beginning of the secret', 'Bearer hus', 'mismatch'],
    ['no secret', 'Bearer ', 'mismatch'],
    ['another scheme', 'Token hush', 'other-scheme'],
    ['the scheme in small letters', 'bearer hush', 'other-scheme'],
    ['the secret alone', 'hush', 'other-scheme'],
    ['nothing', undefined, 'absent'],
  ] as const)('tells %s', (_, authorization, comparison) => {
    expect(compareBearer(authorization, 'hush')).toBe(comparison);
  });
});
