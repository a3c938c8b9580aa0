import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { JsonScanner, type Scalar } from './json-scanner.ts';

interface Seen {
  readonly json: boolean;
  readonly scalars: readonly { readonly path: string; readonly value: Scalar; readonly written: string }[];
}

function scan(text: string | Uint8Array, cuts: readonly number[] = []): Seen {
  const bytes = Buffer.from(text);
  const scalars: Seen['scalars'][number][] = [];
  const scanner = new JsonScanner((value, { path, offset, length }) =>
    scalars.push({ path: path.join('/'), value, written: bytes.toString('utf8', offset, offset + length) }),
  );
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  edges.forEach((edge, index) => {
    // A part of its own, wiped afterwards as a socket would.
    const part = Buffer.from(bytes.subarray(edge, edges[index + 1] ?? edge));
    scanner.write(part);
    part.fill(0);
  });
  return { json: scanner.end(), scalars };
}

function walk(value: unknown, path: readonly string[] = []): { path: string; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((each) => walk(each, [...path, '[]']));
  if (value === null || typeof value !== 'object') return path.length > 9 ? [] : [{ path: path.join('/'), value }];
  return Object.entries(value).flatMap(([key, each]) => walk(each, [...path, key]));
}

const documents = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 12 }));

describe('JsonScanner', () => {
  it('tells every shallow value of any document, however it is cut and indented', () => {
    fc.assert(
      fc.property(documents, fc.array(fc.nat()), fc.nat(2), (document, cuts, indent) => {
        const text = JSON.stringify(document, undefined, indent);
        const { json, scalars } = scan(text, cuts);
        expect(json).toBe(true);
        expect(scalars.map(({ path, value }) => ({ path, value }))).toEqual(walk(JSON.parse(text)));
      }),
    );
  });

  it('says where a value is written', () => {
    expect(scan('{"a": "x\\u0041\\/", "b": [-1.5e2, true]}').scalars).toEqual([
      { path: 'a', value: 'xA/', written: 'x\\u0041\\/' },
      { path: 'b/[]', value: -150, written: '-1.5e2' },
      { path: 'b/[]', value: true, written: 'true' },
    ]);
  });

  it('tells of a repeated key twice, and passes over what is too long', () => {
    const { json, scalars } = scan(`{"a":1,"a":2,"long":"${'x'.repeat(9_000)}","after":3}`, [20, 4_000]);
    expect(json).toBe(true);
    expect(scalars.map(({ path, value }) => [path, value])).toEqual([
      ['a', 1],
      ['a', 2],
      ['after', 3],
    ]);
  });

  it.each([
    '',
    ' ',
    '[]',
    '"x"',
    '1',
    '{"a":1',
    '{"a":1}}',
    '{"a":1]',
    '{} {}',
    '{"a":"',
    '{"a":é}',
    '\u0000',
    '{"a":&}',
  ])('says of %j that it is no JSON object', (text) => {
    expect(scan(text).json).toBe(false);
  });

  it('ends on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat()), (bytes, cuts) => {
        expect(scan(bytes, cuts)).toEqual(scan(bytes));
      }),
    );
  });
});
