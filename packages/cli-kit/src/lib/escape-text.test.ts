import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import { createPaint } from './colors.ts';
import { escapeText, withoutStyles } from './escape-text.ts';
import { createTestIo } from './test-io.ts';

const paint = createPaint({ isTTY: true }, {});

describe('escapeText()', () => {
  it.each([
    ['one\n\ttwo\n', 'one\n\ttwo\n'],
    ['ข้อความ, テキスト, Đỗ', 'ข้อความ, テキスト, Đỗ'],
    ['\u001B]52;c;eA==\u0007', String.raw`\u001b]52;c;eA==\u0007`],
    ['\u001B[31mred\u001B[39m', String.raw`\u001b[31mred\u001b[39m`],
    ['over\rwritten\b', String.raw`over\u000dwritten\u0008`],
    ['\u009B2J\u009D', String.raw`\u009b2J\u009d`],
    ['\u202Eabc\u2066\u061C', String.raw`\u202eabc\u2066\u061c`],
    ['a\u200Bb\u200Fc\uFEFF', String.raw`a\u200bb\u200fc\ufeff`],
    ['\u2028\u{E0041}', String.raw`\u2028\udb40\udc41`],
    ['half \uD83D', String.raw`half \ud83d`],
  ])('%j becomes %j', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  it.each([
    ['::error::x', String.raw`:\u003aerror::x`],
    ['line\n \t::stop-commands::x', `line\n \t${String.raw`:\u003astop-commands::x`}`],
    ['##vso[task.prependpath]/x', String.raw`##vso\u005btask.prependpath]/x`],
    ["a ##teamcity[setParameter name='x']", String.raw`a ##teamcity\u005bsetParameter name='x']`],
    ['a ##[error]b ##[set-output]', String.raw`a ##\u005berror]b ##\u005bset-output]`],
    ['[::1]:4010 a::b', '[::1]:4010 a::b'],
  ])('leaves no command for a CI runner in %j', (text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  it('keeps the values of a JSON document', () => {
    const value = { 'a\u200B': ['##[x]', '\u0000\u009B\u202E\u{E0041}\n::x', '::y'] };
    const json = escapeText(JSON.stringify(value, undefined, 2));
    expect(JSON.parse(json)).toEqual(value);
    expect(json).not.toMatch(/[\u007F-\u009F\u200B\u202E\uDB40]|##\[/u);
  });

  it('keeps the colours of a paint, also around others and foreign text', () => {
    expect(escapeText(paint('red', `a ${paint('bold', 'b')} \u001B[8mc`))).toBe(
      '\u001B[31ma \u001B[1mb\u001B[22m \\u001b[8mc\u001B[39m',
    );
  });
});

describe('write() of an output', () => {
  it('escapes what is written, whether text or parts of UTF-8', () => {
    const io = createTestIo();
    const bytes = Buffer.from('é\u009B');
    io.stdout.write(bytes.subarray(0, 1));
    io.stdout.write(bytes.subarray(1));
    io.stdout.write(`${paint('bold', 'x')}\u001B[2J\n`);
    io.stdout.raw('\u001B[2J');
    expect(io.stdoutText).toBe('é\\u009b\u001B[1mx\u001B[22m\\u001b[2J\n\u001B[2J');
  });
});

describe('write() of an output, in parts', () => {
  it.each([
    [['##vs', 'o', '[task.setvariable]x\n'], String.raw`##vso\u005btask.setvariable]x`],
    [['a\n :', ':error::x\n'], `a\n ${String.raw`:\u003aerror::x`}`],
    [['a #', '#[', '##[\n'], String.raw`a ##\u005b##\u005b`],
  ])('leaves no command for a CI runner in %j', (parts, expected) => {
    const io = createTestIo();
    for (const part of parts) io.stdout.write(Buffer.from(part));
    expect(io.stdoutText).toBe(`${expected}\n`);
  });
});

describe('withoutStyles()', () => {
  it('removes the colours of a paint and nothing else, as functions that strip colours do', () => {
    const text = paint(['bold', 'red'], 'failed');
    expect([withoutStyles(text), stripVTControlCharacters(text)]).toEqual(['failed', 'failed']);
    expect(withoutStyles('\u001B[31mforeign')).toBe('\u001B[31mforeign');
  });
});
