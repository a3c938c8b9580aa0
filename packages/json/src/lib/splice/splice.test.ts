import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runMeasured } from '../../../../../tools/testing/run-measured.ts';
import { runsOf } from '../../../../../tools/testing/sample.ts';
import { formatPointer, parsePointer } from '../json-pointer.ts';
import { JsonTextError } from '../scan/json-text-error.ts';
import type { Choice, Editor } from './editor.ts';
import { splice } from './splice.ts';
import type { SpliceLimits } from './splicer.ts';

/** Cuts bytes into chunks at the given places; a chunk's buffer is its own. */
async function* cut(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((one, other) => one - other);
  let from = 0;
  for (const to of [...sorted, bytes.length]) {
    yield bytes.slice(from, to);
    from = to;
  }
}

async function edit(
  text: string | Uint8Array,
  editor: Editor,
  places: readonly number[] = [],
  limits?: SpliceLimits,
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of splice(cut(Buffer.from(text), places), editor, limits)) {
    expect(part).not.toHaveLength(0);
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts);
}

const everywhere = (text: string): number[] => Array.from({ length: text.length }, (_, index) => index);

/** An editor that answers by JSON pointer, and enters what it has no answer for. */
function at(choices: Readonly<Record<string, Choice>>, replace?: Editor['replace']): Editor {
  return { choose: ({ path }) => choices[formatPointer(path)] ?? 'enter', ...(replace && { replace }) };
}

/** JSON texts as nobody's serialiser writes them: white space, repeated keys, odd numbers and escapes. */
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n\t ');
  const string = fc
    .array(fc.constantFrom('a', '"', '\\', 'ü', '\u0e2a', '😀', '\n', '0', '{', ','), { maxLength: 6 })
    .map((units) => JSON.stringify(units.join('')).replaceAll('0', '\\u0030').replaceAll('a', '\\/'));
  const list = (item: fc.Arbitrary<string>, open: string, close: string): fc.Arbitrary<string> =>
    fc
      .tuple(fc.array(fc.tuple(space, item, space), { maxLength: 4 }), space)
      .map(([items, inner]) => `${open}${items.map((parts) => parts.join('')).join(',') || inner}${close}`);
  const member = fc.tuple(string, space, space, tie('value')).map(([key, a, b, value]) => `${key}${a}:${b}${value}`);
  return {
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom('0', '-0', '70.0', '1e2', '-12.5E+3', '9007199254740993', 'true', 'false', 'null'),
      string,
      list(tie('value'), '[', ']'),
      list(member, '{', '}'),
    ),
  };
}).value;

const places = fc.array(fc.nat(500), { maxLength: 8 });

describe('splice()', () => {
  it('changes no byte where the editor keeps all, however it looks at it and however the body is cut', async () => {
    const looks = fc.constantFrom<Choice>('keep', 'enter', 'read');
    await fc.assert(
      fc.asyncProperty(jsonText, places, fc.infiniteStream(looks), async (text, cuts, stream) => {
        const seen: Buffer[] = [];
        const editor: Editor = {
          choose: () => stream.next().value ?? 'keep',
          replace: (_, raw) => void seen.push(Buffer.from(raw)),
          replaceKey: (_, raw) => void seen.push(Buffer.from(raw)),
          append: () => undefined,
        };
        expect((await edit(text, editor, cuts)).toString()).toBe(text);
        for (const raw of seen) expect(() => JSON.parse(raw.toString()) as unknown).not.toThrow();
      }),
    );
  });

  it('leaves what is outside of replaced values as it was, however the body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(jsonText, places, fc.array(fc.boolean()), fc.boolean(), async (text, cuts, picks, reads) => {
        const spans: { offset: number; raw: string }[] = [];
        let count = 0;
        const choose: Editor['choose'] = ({ offset }) => {
          count += 1;
          if (!(picks[count - 1] ?? false)) return 'enter';
          spans.push({ offset, raw: '' });
          return reads ? 'read' : { replaceWith: `"#${offset}"` };
        };
        const replace: Editor['replace'] = ({ offset }, raw) => {
          spans[spans.length - 1] = { offset, raw: raw.toString() };
          return `"#${offset}"`;
        };
        const edited = await edit(text, { choose, replace }, cuts);
        const bytes = Buffer.from(text);
        // Put what was read back in its place; what was replaced unread ends where the parser says.
        let expected = '';
        let from = 0;
        for (const { offset, raw } of spans) {
          const length = reads ? Buffer.byteLength(raw) : lengthOfValue(bytes.subarray(offset).toString());
          expected += `${bytes.subarray(from, offset).toString()}"#${offset}"`;
          from = offset + length;
        }
        expect(edited.toString()).toBe(expected + bytes.subarray(from).toString());
      }),
    );
  });

  it('gives values as they stand, in one piece', async () => {
    const text = '{"a" : [1e2, {"b":"\\u0e2a\\/"}], "a": 70.0}';
    for (const cuts of [[], everywhere(text)]) {
      const seen: string[] = [];
      const editor = at({ '/a/1': 'read', '/a': 'enter', '/a/0': 'read' }, ({ path, kind, offset }, raw) => {
        seen.push(`${formatPointer(path)} ${kind} ${offset} ${raw.toString()}`);
        return kind === 'object' ? undefined : '1';
      });
      expect((await edit(text, editor, cuts)).toString()).toBe('{"a" : [1, {"b":"\\u0e2a\\/"}], "a": 70.0}');
      expect(seen).toEqual(['/a/0 number 8 1e2', '/a/1 object 13 {"b":"\\u0e2a\\/"}']);
    }
  });

  it('replaces both values of a repeated key, keys, and the whole body', async () => {
    expect((await edit('{"a":1,"a":[2]}', at({ '/a': { replaceWith: 'null' } }))).toString()).toBe(
      '{"a":null,"a":null}',
    );
    const keys: Editor = {
      choose: () => 'enter',
      replaceKey: (path, raw) => (path.at(-1) === 'b"' ? '"c"' : raw.subarray(0)),
    };
    const text = '{"a":{"b\\"" :1}}';
    for (const cuts of [[], everywhere(text)]) {
      expect((await edit(text, keys, cuts)).toString()).toBe('{"a":{"c" :1}}');
    }
    expect((await edit(' 12 ', at({ '': { replaceWith: '[]' } }))).toString()).toBe(' [] ');
    expect(
      (
        await edit(
          '12',
          at({ '': 'read' }, () => '13'),
          [1],
        )
      ).toString(),
    ).toBe('13');
    expect(
      (
        await edit(
          '12',
          at({ '': 'read' }, () => '7'),
          [1],
        )
      ).toString(),
    ).toBe('7');
  });

  it('adds members before a container closes', async () => {
    const editor: Editor = {
      choose: () => 'enter',
      append: ({ path, kind }) => (path.length === 1 || kind === 'number' ? '"z":1' : undefined),
    };
    const text = '{"a":{} ,"b":{"c":2 }}';
    for (const cuts of [[], everywhere(text)]) {
      expect((await edit(text, editor, cuts)).toString()).toBe('{"a":{"z":1} ,"b":{"c":2 ,"z":1}}');
    }
  });

  it('asks nothing about what is in a kept container, nor about its keys', async () => {
    const text = '{"a":{"b":[1,{}]},"c":[[2]],"d":3}';
    const asked: string[] = [];
    const editor: Editor = {
      choose: ({ path }) => {
        asked.push(formatPointer(path));
        return path.length === 0 ? 'enter' : 'keep';
      },
      replaceKey: (path) => void asked.push(formatPointer(path)),
      append: ({ path }) => void asked.push(`end of ${formatPointer(path)}`),
    };
    for (const cuts of [[], everywhere(text)]) {
      asked.length = 0;
      expect((await edit(text, editor, cuts)).toString()).toBe(text);
      expect(asked).toEqual(['', '/a', '/a', '/c', '/c', '/d', '/d', 'end of ']);
    }
  });

  it('asks whether a key stays only if one chunk has the whole key', async () => {
    const asked: string[] = [];
    const editor: Editor = {
      choose: () => 'enter',
      keepsKey: (path) => asked.push('keepsKey') > 0 && path.at(-1) === 'a',
      replaceKey: (_, raw) => {
        asked.push(raw.toString());
        return '"z"';
      },
    };
    const text = '{"a":1,"b":2}';

    expect((await edit(text, editor)).toString()).toBe('{"a":1,"z":2}');
    expect(asked.splice(0)).toEqual(['keepsKey', 'keepsKey', '"b"']);
    expect((await edit(text, editor, everywhere(text))).toString()).toBe('{"z":1,"z":2}');
    expect(asked).toEqual(['"a"', '"b"']);
  });

  it('gives views of a chunk, not copies', async () => {
    const chunk = new TextEncoder().encode('{"a":[1, 2],"b":3}');
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield chunk;
    };
    const views: boolean[] = [];
    const editor = at({ '/a': 'read' }, (_, raw) => void views.push(raw.buffer === chunk.buffer));

    for await (const part of splice(body(), editor)) views.push(part.buffer === chunk.buffer);
    expect(views).toEqual([true, true]);
  });

  it('lets bytes of a string that are no UTF-8 pass', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x22, 0xc3, 0x22, 0x7d]);
    expect(await edit(bytes, at({}), [3])).toEqual(bytes);
  });

  it.each([
    ['', 'The text is empty at byte 0'],
    ['{"a":', 'The text is cut off at byte 5'],
    ['"a', 'The text is cut off at byte 2'],
    ['-', 'The text is cut off at byte 1'],
    ['{"a":1,}', 'Expected a key but found "}" at byte 7'],
    ['[1,]', 'Expected a value but found "]" at byte 3'],
    ['[1}', 'Expected "," or "]" but found "}" at byte 2'],
    ['{"a" 1}', 'Expected ":" but found "1" at byte 5'],
    ['[01]', 'A number must not have a leading zero at byte 2'],
    ['[1.]', 'Expected a digit but found "]" at byte 3'],
    ['[+1]', 'Expected a value or "]" but found "+" at byte 1'],
    ['nul1', 'Expected "null" but found "1" at byte 3'],
    ['"\\x"', 'There is no such escape at byte 2'],
    ['"\\u00g0"', 'An escape \\u needs four hexadecimal digits at byte 5'],
    ['"\n"', 'A control character in a string must be escaped at byte 1'],
    ['1 2', 'Expected the end of the text but found "2" at byte 2'],
    ['\u{feff}1', 'Expected a value but found the byte 0xef at byte 0'],
  ])('says of %j: %s', async (text, message) => {
    for (const cuts of [[], everywhere(text)]) {
      const failure = await edit(text, at({}), cuts).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(JsonTextError);
      expect(failure).toMatchObject({ problem: 'malformed', message });
    }
  });

  it('agrees with JSON.parse() about what is JSON', async () => {
    const mutated = fc
      .tuple(jsonText, fc.nat(), fc.constantFrom('', '"', ',', '}', ']', '0', '-', '.', 'e', '\\', ':', 'n', '\u0001'))
      .map(([text, place, piece]) => {
        const index = place % (text.length + 1);
        return text.slice(0, index) + piece + text.slice(index + 1);
      });
    await fc.assert(
      fc.asyncProperty(mutated, places, async (text, cuts) => {
        fc.pre(text.isWellFormed());
        const ofParser = attempt(() => JSON.parse(text) as unknown);
        const ofSplice = await edit(text, at({}), cuts).then(
          () => 'JSON',
          (error: unknown) => (error instanceof JsonTextError ? 'malformed' : error),
        );
        expect(ofSplice).toBe(ofParser);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it.each([
    ['too-deep', '[[[1]]]', { maxDepth: 2 }, 'There are more than 2 levels at byte 2'],
    ['too-long', '{"abcd":1}', { maxKeyBytes: 3 }, 'A key has more than 3 bytes at byte 1'],
    ['too-long', '["abcdefgh"]', { maxValueBytes: 4 }, 'A value has more than 4 bytes at byte 1'],
    ['too-long', '["ab","abcd","abcde"]', { maxValueBytes: 5 }, 'A value has more than 5 bytes at byte 13'],
  ])('stops at its limits: %s', async (problem, text, limits, message) => {
    const editor: Editor = { choose: ({ kind }) => (kind === 'string' ? 'read' : 'enter') };
    await expect(edit(text, editor, everywhere(text), limits)).rejects.toMatchObject({ problem, message });
  });

  it('holds no value that it need not read: memory does not grow with a value that is kept or replaced', async () => {
    const measured = await runMeasured(new URL('../../../test/measure-splice.ts', import.meta.url));
    const { bytes, most } = measured as { readonly bytes: number; readonly most: number }; // As it prints them.
    expect(bytes).toBe(256 * 2 ** 20 + '[0,""]'.length);
    expect(most).toBeLessThan(32 * 2 ** 20);
  });
});

describe('parsePointer()', () => {
  it('reads what formatPointer() wrote', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (path) => {
        expect(parsePointer(formatPointer(path))).toEqual(path);
      }),
    );
  });

  it.each(['a', '/~', '/~2'])('refuses %j', (text) => {
    expect(() => parsePointer(text)).toThrow(RangeError);
  });
});

function attempt(parse: () => unknown): 'JSON' | 'malformed' {
  try {
    parse();
    return 'JSON';
  } catch {
    return 'malformed';
  }
}

/** Length in bytes of the JSON value that a text begins with, by trying where it may end. */
function lengthOfValue(text: string): number {
  let longest = 0;
  for (let end = 1; end <= text.length; end += 1) {
    try {
      JSON.parse(text.slice(0, end));
      if (text.slice(0, end).trimEnd().length === end) longest = end;
      if (!/^[-\d]/.test(text)) break;
    } catch {
      if (longest > 0 && !/^[\d.eE+-]/.test(text[end - 1] ?? '')) break;
    }
  }
  return Buffer.byteLength(text.slice(0, longest));
}
