import { describe, expect, it } from 'vitest';

import { JsonStream } from '../../behaviour/hooks/json-stream.ts';
import { fewHits, manyHits } from './screening-hits.ts';

function textOf({ hits }: ReturnType<typeof manyHits>): string {
  return hits instanceof JsonStream ? [...hits.chunks()].join('') : JSON.stringify(hits);
}

describe('manyHits()', () => {
  it.each([0, 1_000, 100_000, 1_000_000])('makes about %d bytes, and as many hits as it says', (bytes) => {
    const hits = manyHits({ from: 'slug', bytes, types: ['sanction'] });

    const text = textOf(hits);
    expect(Buffer.byteLength(text)).toBeGreaterThan(bytes * 0.95);
    expect(Buffer.byteLength(text)).toBeLessThan(bytes * 1.1 + 2_000);
    expect(JSON.parse(text)).toHaveLength(hits.count);
  });

  it('makes the same hits each time, and others for another applicant', () => {
    const hits = manyHits({ from: 'slug', bytes: 10_000, types: ['pep'] });

    expect(textOf(hits)).toBe(textOf(hits));
    expect(textOf(manyHits({ from: 'other', bytes: 10_000, types: ['pep'] }))).not.toBe(textOf(hits));
  });
});

describe('fewHits()', () => {
  it('makes as many hits as asked for', () => {
    const { count, hits } = fewHits({ from: 'slug', count: 3, types: ['pep'] });

    expect([count, hits]).toEqual([3, expect.objectContaining({ length: 3 })]);
  });
});
