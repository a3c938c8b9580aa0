import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CHAIN_START, ChainCheck, ChainHead } from './journal-chain.ts';
import { formatJournalLine, parseJournalLine, type WholeLine } from './journal-line.ts';

function linesOf(count: number): WholeLine[] {
  let previous = CHAIN_START;
  return Array.from({ length: count }, (_, index) => {
    const fact = { kind: 'erased', id: index + 1, at: '2026-01-05T03:00:00Z' } as const;
    const line = parseJournalLine(formatJournalLine(fact, previous).trimEnd());
    if ('problem' in line) throw new Error(line.problem);
    previous = line.crc32;
    return line;
  });
}

function check(lines: readonly WholeLine[], end: string | undefined): ChainCheck {
  const chain = new ChainCheck(end);
  for (const [index, line] of lines.entries()) chain.take(line, index + 1);
  return chain;
}

describe('ChainCheck', () => {
  const lines = linesOf(20);
  const last = lines.at(-1)?.crc32 ?? '';

  it('finds every removal, in whatever order the lines stand', () => {
    const subset = fc.shuffledSubarray(lines, { maxLength: lines.length - 1 });
    fc.assert(
      fc.property(subset, (left) => {
        const chain = check(left, last);
        expect(chain.gaps.length > 0 || chain.end === 'missing').toBe(true);
        expect(chain.isProven).toBe(false);
      }),
    );
  });

  it('finds nothing missing where nothing is, in whatever order the lines stand', () => {
    const order = fc.shuffledSubarray(lines, { minLength: lines.length });
    fc.assert(
      fc.property(order, fc.constantFrom(CHAIN_START, ...lines.map(({ crc32 }) => crc32)), (all, end) => {
        expect(check(all, end)).toMatchObject({ gaps: [], end: 'found', isProven: true });
      }),
    );
  });

  it('proves nothing of lines that do not name the one before them, and without an end', () => {
    const unlinked = lines.map((line) => ({ ...line, after: undefined }));
    expect(check(unlinked, last)).toMatchObject({ gaps: [], end: 'found', isProven: false });
    expect(check(lines, undefined)).toMatchObject({ gaps: [], end: 'unknown', isProven: false });
    expect(check([], undefined)).toMatchObject({ gaps: [], end: 'found', isProven: false });
  });
});

describe('ChainHead', () => {
  it('keeps a missing end in sight', () => {
    const lines = linesOf(3);
    const [first, second, third] = lines;
    const headOf = (left: readonly (WholeLine | undefined)[], end: string | undefined): string | undefined => {
      const head = new ChainHead(end);
      for (const line of left) if (line !== undefined) head.take(line);
      return head.value;
    };
    expect(headOf([], undefined)).toBe(CHAIN_START);
    expect(headOf(lines, first?.crc32)).toBe(third?.crc32);
    expect(headOf([first], second?.crc32)).toBe(second?.crc32);
    // A line names it already.
    expect(headOf([first, third], second?.crc32)).toBe(third?.crc32);
    expect(headOf(lines, undefined)).toBeUndefined();
  });
});
