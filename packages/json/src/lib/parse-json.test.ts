import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import { parseJson, type JsonFault } from './parse-json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function faultIn(body: string | Uint8Array, maxDepth?: number): JsonFault | undefined {
  const parsed = parseJson(body, maxDepth === undefined ? {} : { maxDepth });
  return parsed.ok ? undefined : parsed.fault;
}

describe('the fault of parseJson()', () => {
  const nearlyJson = fc
    .tuple(
      fc.json({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', ':', '"', '}', ']', '{', '[', '0', '.', 'e', '\\', 't', ' '),
    )
    .map(
      ([text, at, intruder]) =>
        `${text.slice(0, at % (text.length + 1))}${intruder}${text.slice((at + 1) % (text.length + 1))}`,
    );

  it('is there where JSON.parse throws, and not elsewhere', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), nearlyJson, fc.string()), (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(faultIn(text) === undefined).toBe(parses);
      }),
      { numRuns: runsOf(2000) },
    );
  });

  it('is that a text is truncated where it is cut off', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
        const text = `[${json}]`.slice(0, 1 + (at % (json.length + 1)));
        expect(faultIn(text)).toMatchObject({ byte: bytesOf(text).length, code: 'truncated' });
      }),
    );
  });

  it.each([
    ['{"a":{"b":[1,2,x]}}', 15, ['a', 'b', 2], 'not-json'],
    ['{"a":1,}', 7, ['a'], 'not-json'],
    ['{"a" 1}', 5, ['a'], 'not-json'],
    ['[1,]', 3, [1], 'not-json'],
    ['[] []', 3, [], 'not-json'],
    ['[01]', 2, [0], 'not-json'],
    ['["\\x"]', 3, [0], 'not-json'],
    ['["\\u12g4"]', 6, [0], 'not-json'],
    ['["a\tb"]', 3, [0], 'not-json'],
    ['{"a":tru', 8, ['a'], 'truncated'],
    ['{"a":-', 6, ['a'], 'truncated'],
    ['', 0, [], 'truncated'],
  ])('%s: byte %i', (text, byte, path, code) => {
    expect(faultIn(text)).toEqual({ byte, line: 1, column: byte + 1, path, code });
  });

  it('has a line and a column of bytes', () => {
    expect(faultIn('{\n  "ช": 1,\r\n\n  "b": x\n}')).toMatchObject({ byte: 23, line: 4, column: 8 });
  });

  it('is the first byte that begins no character, and nothing where a decoder accepts all', () => {
    const units = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => [...bytesOf(text)]),
      fc.array(fc.integer({ min: 0x7f, max: 0xff }), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(units, { maxLength: 6 }), (lists) => {
        const bytes = new Uint8Array(lists.flat());
        const strict = new TextDecoder('utf-8', { fatal: true });
        const fault = faultIn(bytes);
        if (fault?.code !== 'not-utf-8') return void strict.decode(bytes);
        expect(() => strict.decode(bytes.subarray(0, fault.byte))).not.toThrow();
        const characters = [1, 2, 3, 4].map((length) => bytes.slice(fault.byte, fault.byte + length));
        for (const character of characters) expect(() => strict.decode(character)).toThrow(TypeError);
      }),
      { numRuns: runsOf(2000) },
    );
  });
});

describe('parseJson()', () => {
  it('gives what JSON.parse gives, but for keys that reach a prototype', () => {
    const texts = fc.json().filter((text) => !/"(?:__proto__|constructor)"/.test(text));
    fc.assert(
      fc.property(texts, fc.boolean(), (text, hasMark) => {
        const value: unknown = JSON.parse(text);
        expect(parseJson(hasMark ? `\uFEFF${text}` : text)).toEqual({ ok: true, value });
        expect(parseJson(bytesOf(hasMark ? `\uFEFF${text}` : text))).toEqual({ ok: true, value });
      }),
    );
  });

  it('counts bytes, not characters, behind a byte-order mark as well', () => {
    const fault = { code: 'not-json', byte: 11, line: 1, column: 12, path: ['ช'] };

    expect(parseJson(bytesOf('{"ช":"ช"}x'))).toEqual({
      ok: false,
      fault: { ...fault, byte: 13, column: 14, path: [] },
    });
    expect(parseJson(bytesOf('{"ช": x "a"}'))).toEqual({ ok: false, fault: { ...fault, byte: 8, column: 9 } });
    expect(parseJson(bytesOf('\uFEFF{"ช": x}'))).toEqual({ ok: false, fault });
    expect(parseJson('\uFEFF{"ช": x}')).toEqual({ ok: false, fault });
  });

  it('does not count brackets in texts as depth', () => {
    const text = '[["[[[[\\"[[[\\\\"]]';

    expect(parseJson(text, { maxDepth: 2 })).toEqual({ ok: true, value: JSON.parse(text) });
    expect(parseJson(text, { maxDepth: 1 })).toMatchObject({
      fault: { code: 'too-deep', byte: 1, path: [0] },
    });
  });

  it('tells a text that is wrong before it is deep for what it is', () => {
    expect(faultIn('[[}[[[', 3)).toMatchObject({ code: 'not-json', byte: 2, path: [0, 0] });
  });
});
