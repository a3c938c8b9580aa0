import { describe, expect, it } from 'vitest';

import { sipHash } from './sip-hash.ts';

/** The hash of a message under the key 00 01 … 0f. */
function hashOf(message: readonly number[]): string {
  const key = Buffer.from(Array.from({ length: 16 }, (_, at) => at));
  const padded = Buffer.concat([Buffer.from(message), Buffer.alloc(16)]);
  const words = (bytes: Buffer, count: number): Int32Array =>
    Int32Array.from({ length: count }, (_, at) => bytes.readInt32LE(at * 4));
  const result = { high: 0, low: 0 };
  sipHash(words(key, 4), words(padded, Math.floor(padded.length / 4)), message.length, result);
  return [result.high, result.low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

describe('sipHash()', () => {
  // Vectors of the reference implementation, for the messages of so many bytes 00 01 02 …, the lowest byte first.
  it.each([
    [0, '726fdb47dd0e0e31'],
    [8, '93f5f5799a932462'],
    [15, 'a129ca6149be45e5'],
    [16, '3f2acc7f57c29bdb'],
  ])('gives the value of the reference implementation for %d bytes', (length, hash) => {
    expect(hashOf(Array.from({ length }, (_, at) => at))).toBe(hash);
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
