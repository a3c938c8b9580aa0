import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findFault } from './find-fault.ts';
import { parseJson } from './parse-json.ts';
import { readText } from './read-text.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('findFault()', () => {
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

  it('finds a fault where JSON.parse throws, and none elsewhere', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), nearlyJson, fc.string()), (text) => {
        let parses = true;
        try {
          JSON.parse(text);
        } catch {
          parses = false;
        }
        expect(findFault(text) === undefined).toBe(parses);
      }),
      { numRuns: 2000 },
    );
  });

  it('calls what is cut off truncated, and its end the place', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.nat(), (json, at) => {
        const text = `[${json}]`.slice(0, 1 + (at % (json.length + 1)));
        expect(findFault(text)).toMatchObject({ at: text.length, code: 'truncated' });
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
  ])('%s: byte %i', (text, at, path, code) => {
    expect(findFault(text)).toEqual({ at, path, code });
  });
});

describe('readText()', () => {
  it('accepts what a decoder accepts, and otherwise points at the first byte that begins no character', () => {
    const units = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }).map((text) => [...bytesOf(text)]),
      fc.array(fc.integer({ min: 0x7f, max: 0xff }), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(units, { maxLength: 6 }), (lists) => {
        const bytes = new Uint8Array(lists.flat());
        const read = readText(bytes);
        if (read.ok) return;
        const strict = new TextDecoder('utf-8', { fatal: true });
        expect(() => strict.decode(bytes.subarray(0, read.byte))).not.toThrow();
        const characters = [1, 2, 3, 4].map((length) => bytes.slice(read.byte, read.byte + length));
        for (const character of characters) expect(() => strict.decode(character)).toThrow(TypeError);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('parseJson()', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, hasMark) => {
        const value: unknown = JSON.parse(text);
        expect(parseJson(hasMark ? `\uFEFF${text}` : text)).toEqual({ ok: true, value });
        expect(parseJson(bytesOf(hasMark ? `\uFEFF${text}` : text))).toEqual({ ok: true, value });
      }),
    );
  });

  it('counts bytes, not characters, behind a byte-order mark as well', () => {
    const fault = { code: 'not-json', byte: 13, path: ['ช'] };

    expect(parseJson(bytesOf('{"ช":"ช"}x'))).toEqual({ ok: false, fault: { ...fault, path: [] } });
    expect(parseJson(bytesOf('{"ช": x "a"}'))).toEqual({ ok: false, fault: { ...fault, byte: 8 } });
    expect(parseJson(bytesOf('\uFEFF{"ช": x}'))).toEqual({ ok: false, fault: { ...fault, byte: 11 } });
    expect(parseJson('\uFEFF{"ช": x}')).toEqual({ ok: false, fault: { ...fault, byte: 11 } });
  });

  it('does not count brackets in texts as depth', () => {
    const text = '[["[[[[\\"[[[\\\\"]]';

    expect(parseJson(text, { maxDepth: 2 })).toEqual({ ok: true, value: JSON.parse(text) });
    expect(parseJson(text, { maxDepth: 1 })).toEqual({ ok: false, fault: { code: 'too-deep', byte: 1, path: [0] } });
  });

  it('tells a text that is wrong before it is deep for what it is', () => {
    expect(parseJson('[[}[[[', { maxDepth: 3 })).toEqual({
      ok: false,
      fault: { code: 'not-json', byte: 2, path: [0, 0] },
    });
  });
});
