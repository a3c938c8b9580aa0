import { describe, expect, it } from 'vitest';

import { measuresAt, pinnedPaths } from './hits-statistics.ts';

describe('measuresAt()', () => {
  it.each([
    ['a', ['scripts', 'values']],
    ['b', ['scripts']],
    ['*', ['scripts']],
    ['toString', ['scripts']],
  ])('of %s has what is measured everywhere and there', (path, expected) => {
    expect(measuresAt({ '*': ['scripts'], a: ['values'] }, path)).toEqual(expected);
  });

  it('has nothing of paths that nobody named', () => {
    expect(measuresAt({ a: ['values'] }, 'b')).toEqual([]);
  });
});

describe('pinnedPaths()', () => {
  it('has the path of each measure, and what leads to it', () => {
    expect(pinnedPaths({ 'a.b[].c': ['values'] })).toEqual(new Set(['a.b[].c', 'a.b[]', 'a.b', 'a', '']));
  });

  it('leaves out paths that are only called maps', () => {
    expect(pinnedPaths({ a: ['map'], b: ['map', 'values'], c: [] })).toEqual(new Set(['b', '']));
  });
});
