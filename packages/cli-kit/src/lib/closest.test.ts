import { describe, expect, it } from 'vitest';

import { closest } from './closest.ts';

const known = ['formSlug', 'baseUrl', 'fixtures', 'receiver'];

describe('closest()', () => {
  it.each([
    ['formslug', ['formSlug']],
    ['fromSlug', ['formSlug']],
    ['fixture', ['fixtures']],
    ['reciever', ['receiver']],
    ['form', ['formSlug']],
    ['fo', []],
    ['url', []],
    ['', []],
  ])('%j means %j', (word, meant) => {
    expect(closest(word, known)).toEqual(meant);
  });

  it('gives several, the closest first', () => {
    expect(closest('create.status', ['create.status.201', 'submit.status', 'create.state'], 2)).toEqual([
      'create.state',
      'create.status.201',
    ]);
  });
});
