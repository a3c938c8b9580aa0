import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatJournalLine, parseJournalLine } from './journal-line.ts';

const fact = { kind: 'erased', id: 3, at: '2026-01-05T03:00:00Z' } as const;

describe('parseJournalLine()', () => {
  it('reads what formatJournalLine() wrote', () => {
    expect(parseJournalLine(formatJournalLine(fact).trimEnd())).toMatchObject({ fact, after: undefined });
    expect(parseJournalLine(formatJournalLine(fact, '0a1b2c3d').trimEnd())).toMatchObject({ fact, after: '0a1b2c3d' });
  });

  it('believes no line of which a character changed', () => {
    const line = formatJournalLine(fact).trimEnd();
    fc.assert(
      fc.property(
        fc.nat(line.length - 1),
        fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
        (at, character) => {
          fc.pre(line[at] !== character);
          expect(parseJournalLine(`${line.slice(0, at)}${character}${line.slice(at + 1)}`)).toHaveProperty('problem');
        },
      ),
    );
  });

  it('says of a fact of a later version that it does not know it', () => {
    const later = formatJournalLine({ ...fact, kind: 'sealed' } as unknown as typeof fact).trimEnd();
    expect(parseJournalLine(later)).toEqual({ problem: 'is of a kind that this version does not know' });
  });
});
