import { describe, expect, it } from 'vitest';

import { DEPTH_LIMIT, messageBody } from './message-body.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('messageBody()', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['', undefined],
    ['{"a":', undefined],
  ])('reads %j', (text, json) => {
    expect(messageBody(bytes(text))).toEqual({ size: text.length, bytes: bytes(text), truncated: false, json });
  });

  it('reads nothing from a body that was cut off, even where its beginning is JSON', () => {
    expect(messageBody(bytes('1'), 2)).toMatchObject({ size: 2, truncated: true, json: undefined });
  });

  it('reads nothing from bytes that are not UTF-8', () => {
    expect(messageBody(new Uint8Array([0x22, 0xff, 0x22])).json).toBeUndefined();
  });

  it('reads what nests as deep as the limit, and nothing deeper', () => {
    const nested = (depth: number): Uint8Array => bytes(`${'[ '.repeat(depth)}${' ]'.repeat(depth)}`);

    expect(messageBody(nested(DEPTH_LIMIT)).json).toBeDefined();
    expect(messageBody(nested(DEPTH_LIMIT + 1)).json).toBeUndefined();
  });

  it('does not take brackets in a text for nesting', () => {
    const text = `${'['.repeat(DEPTH_LIMIT)}"${'{'.repeat(DEPTH_LIMIT)}`;

    expect(messageBody(bytes(JSON.stringify({ [text]: text }))).json).toEqual({ [text]: text });
  });
});
