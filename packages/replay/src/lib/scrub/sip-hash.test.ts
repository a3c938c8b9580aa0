import { describe, expect, it } from 'vitest';

import { sipHash16 } from './sip-hash.ts';

function hashOf(message: readonly number[]): string {
  const words = (bytes: readonly number[]): Int32Array => {
    const buffer = Buffer.from(bytes);
    return Int32Array.from([0, 4, 8, 12], (at) => buffer.readInt32LE(at));
  };
  const result = { high: 0, low: 0 };
  sipHash16(words(Array.from({ length: 16 }, (_, at) => at)), words(message), result);
  return [result.high, result.low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

describe('sipHash16()', () => {
  it('gives the value of the reference implementation', () => {
    // Its vector for the message 00 01 … 0f under the key 00 01 … 0f: db 9b c2 57 7f cc 2a 3f, the lowest byte first.
    expect(hashOf(Array.from({ length: 16 }, (_, at) => at))).toBe('3f2acc7f57c29bdb');
  });

  it('gives another for every bit that changes', () => {
    const hashes = new Set(
      Array.from({ length: 128 }, (_, bit) =>
        hashOf(Array.from({ length: 16 }, (_, at) => (at === bit >> 3 ? 1 << (bit & 7) : 0))),
      ),
    );
    expect(hashes.size).toBe(128);
  });
});
