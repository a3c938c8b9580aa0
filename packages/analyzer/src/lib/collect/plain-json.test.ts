import { describe, expect, it } from 'vitest';

import { parsePlainJson } from './plain-json.ts';

const parse = (text: string): ReturnType<typeof parsePlainJson> => parsePlainJson(new TextEncoder().encode(text));
const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join();

const strings = Array.from({ length: 21 }, () => 'x'.repeat(3_000));
const stringBytes = JSON.stringify(strings).length;

describe('parsePlainJson()', () => {
  it.each([
    ['bytes', (over: number) => JSON.stringify([...strings, 'x'.repeat(65_536 - stringBytes - 3 + over)])],
    ['levels', (over: number) => '['.repeat(64 + over) + ']'.repeat(64 + over)],
    ['levels of objects', (over: number) => `${'{"a":'.repeat(63 + over)}{}${'}'.repeat(63 + over)}`],
    ['elements', (over: number) => `[${list(1_024 + over, () => '1')}]`],
    ['members', (over: number) => `{${list(1_024 + over, (index) => `"${index}":1`)}}`],
    ['characters of a key', (over: number) => `{"${'k'.repeat(512 + over)}":1}`],
    ['bytes of a string', (over: number) => `["${'x'.repeat(3_999 + over)}"]`],
    ['bytes of a number before a string', (over: number) => `[${'1'.repeat(3_998 + over)},""]`],
    ['bytes of a number behind a string', (over: number) => `["",${'1'.repeat(3_997 + over)}]`],
  ] as const)('leaves to a scan what has more %s than it follows', (_, textOf) => {
    expect(parse(textOf(0))?.value).toEqual(JSON.parse(textOf(0)));
    expect(parse(textOf(1))).toBeUndefined();
  });

  it.each(['', ' ', '{', '\uFEFF{}', '{"a":1,"a":2}', String.raw`{"\u0061":1}`, '[{"a":{"b":1,"b":2}}]'])(
    'leaves %j to a scan',
    (text) => {
      expect(parse(text)).toBeUndefined();
    },
  );

  it('leaves what is no UTF-8 to a scan', () => {
    expect(parsePlainJson(Uint8Array.of(0x22, 0x80, 0x22))).toBeUndefined();
  });

  it.each([
    ['{"hits":[1]}', ['[1]']],
    ['{"hits" \n:\r\t [ [1], "]" ]}', ['[ [1], "]" ]']],
    ['{"hits":[],"a":{"hits":[ ]}}', []],
    ['{"hits":{"hits":[2]}}', ['[2]']],
    ['{"a":["hits",[1]],"hits":7}', []],
    ['{"hits":[{"hits":[1]},{"a":[[]]}],"b":{"hits":[3]}}', ['[{"hits":[1]},{"a":[[]]}]', '[3]']],
    [String.raw`{"hits":[{"\u0061":"\"]"}]}`, [String.raw`[{"\u0061":"\"]"}]`]],
    ['{"Hits":[1],"hit":[1],"hitss":[1],"xits":[1],"hxts":[1],"hixs":[1],"hitx":[1],"shit":[1]}', []],
  ])('finds the arrays of hits in %s', (text, arrays) => {
    const bytes = new TextEncoder().encode(` \t\r\n${text} \t\r\n `);
    const plain = parsePlainJson(bytes);
    if (!plain) throw new Error('It is to be parsed');
    const textOf = ({ start, end }: { start: number; end: number }): string =>
      new TextDecoder().decode(bytes.subarray(start, end));
    expect([textOf(plain), plain.hitArrays.map(textOf)]).toEqual([text, arrays]);
  });
});
