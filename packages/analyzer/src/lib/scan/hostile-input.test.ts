import { describe, expect, it } from 'vitest';

import { JsonError } from './json-error.ts';
import type { ScanHandler } from './scan-handler.ts';
import type { ScanOptions } from './scanner.ts';
import { createScanner } from './wasm/wasm-scanner.ts';

const encoder = new TextEncoder();

describe('hostile input', () => {
  /** Scans in pieces of 64 KB. @returns What was told of keys and scalars, or the problem. */
  function scan(input: Uint8Array | string, mode: 'tokens' | 'skip' | 'hits', options: ScanOptions = {}): unknown {
    const bytes = typeof input === 'string' ? encoder.encode(input) : input;
    const told: unknown[] = [];
    const handler: ScanHandler = {
      open: () => mode,
      close: () => {},
      key: (text) => told.push(text),
      scalar: (kind, text, offset, end) => told.push([kind, text, offset, end]),
      wantsText: () => true,
      hitsEnd: ({ count, limited, paths }) => told.push({ count, limited, paths: paths.length, last: paths.at(-1) }),
    };
    const scanner = createScanner(handler, options);
    try {
      for (let at = 0; at < bytes.length; at += 65_536) scanner.write(bytes.subarray(at, at + 65_536));
      scanner.end();
      return told;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return error.message;
    }
  }

  it.each(['tokens', 'skip', 'hits'] as const)('a million levels (%s)', (mode) => {
    const problem = scan('['.repeat(1_000_000), mode);
    expect(problem).toMatch(
      /^More than 1000 levels at byte 1000 \(line 1, column 1001\), in (\[0\]){20} … (\[0\]){20}$/,
    );
  });

  it.each(['tokens', 'skip', 'hits'] as const)('as many levels as are allowed (%s)', (mode) => {
    const [open, close] = ['[{"a":'.repeat(1_000), '}]'.repeat(1_000)];
    expect(scan(`${open}1${close}`, mode, { maxDepth: 2_000 })).toBeInstanceOf(Array);
    expect(scan(`[${open}1${close}]`, mode, { maxDepth: 2_000 })).toMatch(/^More than 2000 levels at byte 5996 /);
  });

  it('a hundred thousand levels, if they are allowed', () => {
    const levels = ['[', ']'].map((bracket) => bracket.repeat(100_000)).join('');
    expect(scan(levels, 'skip', { maxDepth: 100_000 })).toEqual([]);
  });

  it.each(['tokens', 'skip', 'hits'] as const)('a number of a million digits (%s)', (mode) => {
    const number = `-1.${'7'.repeat(1_000_000)}`;
    const told = scan(`[${number}]`, mode);
    const expected = {
      tokens: [['number', number.slice(0, 4_096), 1, 1 + number.length]],
      skip: [],
      hits: [{ count: 1, last: { numbers: 1, integers: 0, bytes: number.length } }],
    };
    expect(told).toMatchObject(expected[mode]);
    expect(scan(`[${number}.]`, mode)).toContain(`Expected "," or "]" but found "." at byte ${1 + number.length} `);
    expect(scan(number, mode)).toBeInstanceOf(Array);
    expect(scan(`${number}e`, mode)).toContain(`cut off at byte ${number.length + 1} `);
  });

  it.each(['tokens', 'skip', 'hits'] as const)('keys and strings of many megabytes (%s)', (mode) => {
    const long = `${'x'.repeat(70_000)}\\u00e9\\\\${'é'.repeat(1_000_000)}`;
    const told = scan(`[{"${long}": "${long}"}]`, mode);
    const bytes = encoder.encode(long).length;
    const cut = 'x'.repeat(4_096);
    const expected = {
      tokens: [cut, ['string', cut, 6 + bytes, 8 + 2 * bytes]],
      skip: [],
      hits: [{ count: 1, limited: true, last: { path: '…', strings: 1, bytes: bytes + 2, values: undefined } }],
    };
    expect(told).toMatchObject(expected[mode]);
    expect(scan(`[{"${long}": "${long}\n"}]`, mode)).toMatch(
      /^A control character in a string must be escaped at byte \d+/,
    );
    expect(scan(`[{"${long}": "${long}\\u12g4"}]`, mode)).toMatch(/^An escape \\u needs four hex digits at byte \d+/);
  });

  it.each([64, 65, 400])('shows 64 bytes of a key of %i', (length) => {
    expect(scan(`{"${'k'.repeat(length)}":x}`, 'tokens')).toMatch(/, in k{64}$/);
  });

  it('more paths, values and texts than are told apart', () => {
    const hits = Array.from({ length: 5_000 }, (_, index) => ({
      [`key ${Math.floor(index / 100)}`]: { [`key ${index}`]: index },
    }));
    expect(scan(JSON.stringify(hits), 'hits')).toMatchObject([
      { count: 5_000, limited: true, last: { path: '…', numbers: 946 } },
    ]);
  });

  it('duplicate keys are counted, not merged', () => {
    expect(scan('[{"a":1,"a":2,"b":{"a":3}}]', 'hits')).toMatchObject([{ paths: 4 }]);
    const told: number[] = [];
    const handler: ScanHandler = {
      open: () => 'hits',
      close: () => {},
      key: () => {},
      scalar: () => {},
      wantsText: () => false,
      hitsEnd: ({ paths }) => told.push(...paths.map(({ duplicateKeys }) => duplicateKeys)),
    };
    const scanner = createScanner(handler);
    scanner.write(encoder.encode('[{"a":1,"a":2,"b":{"a":3}},{"a":4}]'));
    scanner.end();
    expect(told).toEqual([0, 1, 0, 0]);
  });

  it.each([
    ['half a byte order mark', [0xef, 0xbb], 'The input is cut off at byte 2 (line 1, column 3)'],
    [
      'two byte order marks',
      [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf],
      'Expected a value but found byte 0xef at byte 3 (line 1, column 4)',
    ],
    [
      'UTF-16 with a mark',
      [0xff, 0xfe, 0x7b, 0x00],
      'UTF-16 and UTF-32 are not JSON, it must be UTF-8 at byte 0 (line 1, column 1)',
    ],
    [
      'UTF-16 without',
      [0x7b, 0x00, 0x7d, 0x00],
      'Expected a key or "}" but found a NUL byte, as UTF-16 and UTF-32 have them at byte 1 (line 1, column 2)',
    ],
    [
      'NUL bytes',
      [0x00, 0x00],
      'Expected a value but found a NUL byte, as UTF-16 and UTF-32 have them at byte 0 (line 1, column 1)',
    ],
    [
      'a NUL in a string',
      [0x22, 0x00, 0x22],
      'A control character in a string must be escaped at byte 1 (line 1, column 2)',
    ],
    ['a half character', [0x22, 0xe0, 0xb8], 'The input is cut off within a character at byte 3 (line 1, column 4)'],
    ['an overlong character', [0x22, 0xc0, 0x80, 0x22], 'Malformed UTF-8 at byte 1 (line 1, column 2)'],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 'Malformed UTF-8 at byte 1 (line 1, column 2)'],
    ['nothing', [], 'The input is empty at byte 0 (line 1, column 1)'],
    ['nothing but space', [0x20, 0x0a, 0x20], 'The input is cut off at byte 3 (line 2, column 2)'],
  ])('%s', (_, bytes, problem) => {
    expect(scan(Uint8Array.from(bytes), 'tokens')).toBe(problem);
  });
});
