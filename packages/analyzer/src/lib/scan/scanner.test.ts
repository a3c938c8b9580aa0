import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { JsonError } from './json-error.ts';
import type { ScanHandler, VisitMode } from './scan-handler.ts';
import { createScanner } from './wasm/wasm-scanner.ts';

type Heard = readonly (string | number)[];

/** Writes down everything that a scan tells. */
class Listener implements ScanHandler {
  readonly heard: Heard[] = [];
  open(kind: string, offset: number): VisitMode {
    this.heard.push([kind, offset]);
    return 'tokens';
  }
  close(end: number): void {
    this.heard.push(['close', end]);
  }
  key(text: string, offset: number): void {
    this.heard.push(['key', text, offset]);
  }
  scalar(kind: string, text: string, offset: number, end: number): void {
    this.heard.push([kind, text, offset, end]);
  }
  wantsText(): boolean {
    return true;
  }
}

/** Value that JSON.parse reads from the tokens of the scan. */
function rebuild(heard: readonly Heard[]): unknown {
  const text = heard.map(([kind, value]) => {
    switch (kind) {
      case 'object':
        return '{';
      case 'array':
        return '[';
      case 'key':
        return `${JSON.stringify(value)}:`;
      case 'string':
        return JSON.stringify(value);
      default:
        return value;
    }
  });
  const stack: string[] = [];
  let json = '';
  for (const [index, [kind]] of heard.entries()) {
    if (kind === 'close') {
      json = `${json.replace(/,$/, '')}${stack.pop()},`;
      continue;
    }
    if (kind === 'object') stack.push('}');
    if (kind === 'array') stack.push(']');
    json += String(text[index]);
    if (kind !== 'object' && kind !== 'array' && kind !== 'key') json += ',';
  }
  return JSON.parse(json.replace(/,$/, ''));
}

const encoder = new TextEncoder();
const cuts = fc.array(fc.nat(), { maxLength: 12 });
const jsonText = fc.oneof(
  fc.json({ stringUnit: 'grapheme' }),
  fc
    .tuple(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(1, 2, '\t'))
    .map(([value, indent]) => JSON.stringify(value, null, indent)),
);

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

describe('the scanner', () => {
  function scan(bytes: Uint8Array, cuts: readonly number[] = [], maxTextBytes = 4_096): readonly Heard[] | JsonError {
    const listener = new Listener();
    const scanner = createScanner(listener, { maxTextBytes });
    const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort(
      (a, b) => a - b,
    );
    try {
      for (const [index, from] of places.slice(0, -1).entries()) scanner.write(bytes.subarray(from, places[index + 1]));
      scanner.end();
      return listener.heard;
    } catch (error) {
      if (error instanceof JsonError) return error;
      throw error;
    }
  }

  it('tells kinds, texts and offsets', () => {
    expect(scan(encoder.encode('{"a": [1, "b\\u0041", true], "ü": null}'))).toEqual([
      ['object', 0],
      ['key', 'a', 1],
      ['array', 6],
      ['number', '1', 7, 8],
      ['string', 'bA', 10, 19],
      ['boolean', 'true', 21, 25],
      ['close', 26],
      ['key', 'ü', 28],
      ['null', 'null', 34, 38],
      ['close', 39],
    ]);
  });

  it('hears what JSON.parse reads, however the bytes are cut', () => {
    fc.assert(
      fc.property(jsonText, cuts, (text, at) => {
        const heard = scan(encoder.encode(text), at);
        if (heard instanceof JsonError) throw heard;
        expect(rebuild(heard)).toEqual(JSON.parse(text));
        expect(heard).toEqual(scan(encoder.encode(text)));
      }),
    );
  });

  it('accepts just what JSON.parse and a UTF-8 decoder accept, and says the same wherever the bytes are cut', () => {
    const flipped = fc.tuple(jsonText, fc.nat(), fc.nat({ max: 255 })).map(([text, place, byte]) => {
      const bytes = encoder.encode(text);
      bytes[place % bytes.length] = byte;
      return bytes;
    });
    const bytes = fc.oneof(
      flipped,
      fc.uint8Array({ maxLength: 12 }),
      fc.string({ maxLength: 8 }).map((text) => encoder.encode(text)),
    );
    fc.assert(
      fc.property(bytes, cuts, (input, at) => {
        const whole = scan(input);
        const cut = scan(input, at);
        expect(whole instanceof JsonError).toBe(!parses(input));
        expect(String(cut)).toBe(String(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([String.raw`\u0e2a`, String.raw`\ud83d\ude00`, String.raw`\\`, String.raw`\\\"`, String.raw`\n`])(
    'reads %s wherever in a string it is, and refuses it if a byte of it is wrong',
    (escape) => {
      for (let before = 0; before < 130; before += 1) {
        const text = `"${'\\"'.repeat(before % 2)}${'x'.repeat(before)}${escape.repeat(1 + (before % 20))}"`;
        expect(scan(encoder.encode(text))).toEqual([['string', JSON.parse(text), 0, text.length]]);
        const wrong = text.length - escape.length;
        const problem = scan(encoder.encode(`${text.slice(0, wrong)}g${text.slice(wrong + 1)}`));
        expect(problem).toMatchObject({ problem: 'No such escape', position: { offset: wrong } });
      }
    },
  );

  it('names the byte where a document is cut off, at every byte of it', () => {
    const bytes = encoder.encode('{"a":[-1.5e+3,"\\n\\u00e9é",true],"b":{}}');
    for (let length = 1; length < bytes.length; length += 1) {
      expect(scan(bytes.subarray(0, length))).toMatchObject({ position: { offset: length } });
    }
  });

  it.each([
    ['', 'The input is empty at byte 0 (line 1, column 1)'],
    ['{"a":\n tru}', 'Expected "true" but found "}" at byte 10 (line 2, column 5), in a'],
    ['{"a":[1,02]}', 'A number must not have a leading zero at byte 9 (line 1, column 10), in a[1]'],
    ['[1,]', 'Expected a value but found "]" at byte 3 (line 1, column 4), in [1]'],
    ['{"a":1,}', 'Expected a key but found "}" at byte 7 (line 1, column 8)'],
    ['{} {}', 'Expected the end of the input but found "{" at byte 3 (line 1, column 4)'],
    ['["\t"]', 'A control character in a string must be escaped at byte 2 (line 1, column 3), in [0]'],
    ['{"a":{"b":"\\x"}}', 'No such escape at byte 12 (line 1, column 13), in a.b'],
  ])('explains %j', (text, message) => {
    expect(scan(encoder.encode(text))).toMatchObject({ message });
  });

  it('bounds depth and texts', () => {
    expect(scan(encoder.encode('['.repeat(1_001)))).toMatchObject({ position: { offset: 1_000 } });
    const heard = scan(encoder.encode(JSON.stringify('x'.repeat(1_000))), [7, 50], 512);
    expect(heard).toEqual([['string', 'x'.repeat(512), 0, 1_002]]);
  });
});
