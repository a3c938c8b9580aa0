import { describe, expect, it } from 'vitest';

import { submissionKey } from './submission-key.ts';

describe('submissionKey()', () => {
  it('needs both parts', () => {
    expect([submissionKey('slug', undefined), submissionKey(undefined, '2026'), submissionKey('slug', '2026')]).toEqual(
      [undefined, undefined, expect.stringMatching(/^[\da-f]{32}$/)],
    );
  });

  it('differs with each part', () => {
    const keys = [
      submissionKey('a', 'b'),
      submissionKey('a', 'c'),
      submissionKey('c', 'b'),
      submissionKey('a","b', ''),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(submissionKey('a', 'b')).toBe(keys[0]);
  });
});
