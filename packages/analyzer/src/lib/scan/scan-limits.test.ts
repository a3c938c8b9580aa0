import { describe, expect, it } from 'vitest';

import { checkLimits } from './scan-limits.ts';

describe('checkLimits()', () => {
  it('has a default for each', () => {
    expect(checkLimits({})).toEqual({ maxDepth: 1_000, maxTextBytes: 4_096, measures: {}, marks: new Map() });
  });

  it.each([{ maxDepth: 1 }, { maxDepth: 100_000 }, { maxTextBytes: 512 }, { maxTextBytes: 1_048_576 }])(
    'accepts %o',
    (limits) => {
      expect(checkLimits(limits)).toMatchObject(limits);
    },
  );

  it.each([{ maxDepth: 0 }, { maxDepth: 100_001 }, { maxDepth: 1.5 }, { maxDepth: Number.NaN }])(
    'refuses %o',
    (limits) => {
      expect(() => checkLimits(limits)).toThrow('maxDepth must be an integer from 1 to 100,000');
    },
  );

  it.each([{ maxTextBytes: 511 }, { maxTextBytes: 1_048_577 }, { maxTextBytes: 600.5 }])('refuses %o', (limits) => {
    expect(() => checkLimits(limits)).toThrow('maxTextBytes must be an integer from 512 to 1,048,576');
  });
});
