import { describe, expect, it } from 'vitest';

import { matchesGlob } from './matches-glob.ts';

describe('matchesGlob()', () => {
  it.each([
    ['create.*', 'create.status.201', true],
    ['*.404', 'result.unknown.404', true],
    ['create.status.201', 'create.status.201', true],
    ['create.status.20?', 'create.status.201', true],
    ['create', 'create.status.201', false],
    ['create.status.2.1', 'create.status.201', false],
    ['status.*', 'create.status.201', false],
    ['create.(.*)', 'create.status.201', false],
  ])('holds %j against %j', (glob, id, matches) => {
    expect(matchesGlob([glob])(id)).toBe(matches);
  });

  it('lets nothing pass without a glob', () => {
    expect(matchesGlob([])('create.status.201')).toBe(false);
  });
});
