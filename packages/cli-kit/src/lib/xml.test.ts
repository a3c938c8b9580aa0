import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { xmlDocument, xmlElement, xmlTextElement } from './xml.ts';

/** Reads a text back, as a parser of XML does. */
const read = (written: string): string =>
  written.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

describe('XML', () => {
  it('nests elements, and leaves out attributes without a value', () => {
    const inner = xmlElement('b', { count: 1, none: undefined });
    expect(xmlDocument('a', {}, [inner, xmlTextElement('c', {}, 'two\nlines')])).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b count="1"/>\n  <c>two&#10;lines</c>\n</a>\n',
    );
  });

  it.each(["$& $' $` $$ $1 $<x>", '/> ]]> <!-- & "quoted"', '\t\r\n'])('keeps %j', (text) => {
    expect(read(xmlTextElement('a', {}, text))).toBe(`<a>${text}</a>`);
    expect(read(xmlElement('a', { b: text }))).toBe(`<a b="${text}"/>`);
  });

  it('keeps every text that XML can hold and that is safe to show, and replaces others', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const held = text.replaceAll(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu, '\uFFFD');
        const written = xmlTextElement('a', {}, text);
        expect(written.slice(3, -4)).not.toMatch(/[<>"']/);
        expect(read(written)).toBe(`<a>${held}</a>`);
      }),
    );
  });

  it.each(['\u0000', '\u001B[31m', '\uFFFF', '\uD800', '\u009B', '\u202E'])('replaces %j', (text) => {
    expect(xmlTextElement('a', {}, text)).toContain('\uFFFD');
  });
});
