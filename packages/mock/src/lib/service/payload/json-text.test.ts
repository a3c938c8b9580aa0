import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { JsonStream } from '../../behaviour/hooks/json-stream.ts';
import { toBytes, toJsonText } from './json-text.ts';

const streamOf = (value: readonly unknown[]): JsonStream => new JsonStream(() => [JSON.stringify(value)]);

describe('toJsonText()', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJsonText(value)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('writes the same where parts of the document are streams', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), fc.string(), (value, streamed, key) => {
        const whole = {
          before: [value],
          [key]: [{ deep: streamed }, undefined, streamed],
          after: value,
          none: undefined,
        };
        const parts = {
          before: [value],
          [key]: [{ deep: streamOf(streamed) }, undefined, streamOf(streamed)],
          after: value,
          none: undefined,
        };
        expect(Array.from(toJsonText(parts)).join('')).toBe(JSON.stringify(whole));
      }),
    );
  });
});

describe('toBytes()', () => {
  it('encodes text however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 20 }), (texts, size) => {
        const bytes = Buffer.concat([...toBytes(texts, size)]);
        expect(bytes.toString()).toBe(texts.join(''));
      }),
    );
  });
});
