import { gzipSync, zstdCompressSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { Unpacking } from './unpacking.ts';

const zeros = (bytes: number): Uint8Array => gzipSync(new Uint8Array(bytes));

describe('Unpacking', () => {
  it('undoes codings from the last to the first', () => {
    const packed = zstdCompressSync(gzipSync('{"a":1}'));

    expect(Buffer.from(new Unpacking().unpack(packed, ['gzip', 'zstd']) ?? []).toString()).toBe('{"a":1}');
  });

  it('knows nothing of other codings and of what is no such thing', () => {
    const unpacking = new Unpacking();

    expect(unpacking.unpack(zeros(1), ['pack200'])).toBeUndefined();
    expect(unpacking.unpack(new Uint8Array([1, 2, 3]), ['gzip'])).toBeUndefined();
    expect(unpacking.unread).toBe(0);
  });

  it('leaves packed what is too long, alone or with those before', () => {
    const unpacking = new Unpacking({ bodyBytes: 1_000, totalBytes: 1_500 });

    expect(unpacking.unpack(zeros(1_001), ['gzip'])).toBeUndefined();
    expect(unpacking.unpack(zeros(1_000), ['gzip'])).toHaveLength(1_000);
    expect(unpacking.unpack(zeros(501), ['gzip'])).toBeUndefined();
    expect(unpacking.unpack(zeros(500), ['gzip'])).toHaveLength(500);
    expect(unpacking.unpack(zeros(1), ['gzip'])).toBeUndefined();
    expect(unpacking.unread).toBe(3);
  });
});
