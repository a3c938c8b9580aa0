import { describe, expect, it } from 'vitest';

import { isChosen } from './rule-glob.ts';

describe('isChosen()', () => {
  it.each([
    [{}, ['a.b', 'a.c', 'b']],
    [{ only: ['a.*'] }, ['a.b', 'a.c']],
    [{ skip: ['*.c', 'b'] }, ['a.b']],
    [{ only: ['a.*'], skip: ['*.c'] }, ['a.b']],
  ])('with %j', (selection, chosen) => {
    expect(['a.b', 'a.c', 'b'].filter(isChosen(selection))).toEqual(chosen);
  });
});
