import { describe, expect, it } from 'vitest';

import { LeakValues } from './leak-values.ts';

const nowhere = { offset: -1, length: 0 };

describe('LeakValues', () => {
  it.each([
    ['5e-323', 0],
    ['-5e-323', 0],
    ['12.5e-323', 1],
    ['5f-3231', 1],
    ['90210', 1],
  ])('takes %s for %i values: the letter of an exponent is no letter', (original, size) => {
    const values = new LeakValues();
    values.add({ kind: 'number', path: ['extra', 'x'], original, ordinal: 1, from: nowhere, to: nowhere });
    expect(values.index.size).toBe(size);
  });
});
