import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Sink } from './sink.ts';

describe('Sink', () => {
  it('gives what was put in, in order, however often it is emptied', () => {
    const part = fc.oneof(
      fc.record({ from: fc.integer({ min: 0, max: 90 }), length: fc.integer({ min: 0, max: 90 }) }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.uint8Array({ maxLength: 40 }),
    );
    const chunk = Buffer.from(Array.from({ length: 200 }, (_, at) => at));
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 12 }), { maxLength: 4 }), (rounds) => {
        const sink = new Sink();
        for (const parts of rounds) {
          const expected = Buffer.concat(
            parts.map((each) => {
              if (typeof each === 'string') return Buffer.from(each);
              return each instanceof Uint8Array ? each : chunk.subarray(each.from, each.from + each.length);
            }),
          );
          for (const each of parts) {
            if (typeof each === 'string' || each instanceof Uint8Array) sink.put(each);
            else sink.copy(chunk, each.from, each.from + each.length);
          }
          expect(sink.take().equals(expected)).toBe(true);
        }
      }),
    );
  });

  it('grows as much as it needs', () => {
    const sink = new Sink();
    const parts = ['a'.repeat(3000), 'ส'.repeat(1500), 'b'.repeat(30_000), 'c'.repeat(31)];
    for (const part of parts) sink.put(part);
    expect(sink.take().toString()).toBe(parts.join(''));
  });

  it('copies nothing where all of it is one part', () => {
    const chunk = Buffer.from('one chunk of many');
    const sink = new Sink();
    sink.copy(chunk, 0, 5);
    sink.copy(chunk, 5, 5);
    sink.copy(chunk, 7, 7);
    sink.copy(chunk, 7, 5);
    sink.copy(chunk, 5, 17);
    const taken = sink.take();
    expect([taken.buffer === chunk.buffer, taken.toString()]).toEqual([true, 'one chunk of many']);
  });

  it('takes no room for a large part long after it', () => {
    const sink = new Sink();
    const roomOf = (text: string): number => {
      sink.put(text);
      return sink.take().buffer.byteLength;
    };
    roomOf('a'.repeat(1_000_000));
    roomOf('b');
    expect(roomOf('c')).toBeLessThan(1000);
  });
});
