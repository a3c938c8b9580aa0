import { expect, it } from 'vitest';

import { compareTexts } from './compare-texts.ts';

it('compareTexts() goes by UTF-16 units', () => {
  expect([compareTexts('a', 'a'), compareTexts('B', 'a'), compareTexts('é', 'z'), compareTexts('', 'a')]).toEqual([
    0, -1, 1, -1,
  ]);
});
