import { describe, expect, it } from 'vitest';

import { coverageNote } from './rule-tally.ts';

describe('coverageNote()', () => {
  it('names what was not seen', () => {
    expect(coverageNote(['create', 'submit', 'resend'], new Set(['submit']))).toBe('Not seen for: create, resend.');
  });

  it('counts what it does not name', () => {
    const parts = Array.from({ length: 12 }, (_, index) => `part ${index}`);

    expect(coverageNote(parts, new Set(['part 0']))).toBe(
      'Not seen for: part 1, part 2, part 3, part 4, part 5, part 6, part 7, part 8 and 3 more.',
    );
  });

  it('says nothing where all was seen, or where there are no parts', () => {
    expect(coverageNote(['create'], new Set(['create', 'submit']))).toBeUndefined();
    expect(coverageNote(undefined, new Set())).toBeUndefined();
  });
});
