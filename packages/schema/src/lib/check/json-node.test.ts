import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { JsonNode, type CheckResult } from './json-node.ts';

const step = fc.oneof(
  fc.nat(20),
  fc.nat(20).map((number) => `k${number}`),
  fc.constantFrom('map', 'toString', '__proto__'),
);
const wide = fc.uniqueArray(fc.nat(20), { maxLength: 21 });
const value = fc.oneof(
  wide.map((keys) => Object.fromEntries(keys.map((key) => [`k${key}`, { n: key }]))),
  wide.map((numbers) => numbers.map((n) => ({ n }))),
  fc.constantFrom(null, 'map', 7),
);

describe('JsonNode', () => {
  it('has one node for each position, with the value that its container holds there', () => {
    fc.assert(
      fc.property(value, fc.array(step, { maxLength: 30 }), fc.nat(30), (root, steps, listedAt) => {
        const node = new JsonNode(root);
        const first = new Map<unknown, JsonNode>();
        for (const [index, each] of steps.entries()) {
          if (index === listedAt) for (const child of [...node.members(), ...node.items()]) node.at(child.key);
          const child = node.at(each);
          const isThere = typeof root === 'object' && root !== null && Object.hasOwn(root, each);
          expect([child.value, child.path, child.key]).toEqual([
            isThere ? (root as Record<string | number, unknown>)[each] : undefined, // It has the key.
            [each],
            String(each),
          ]);
          expect(first.get(each) ?? child).toBe(child);
          first.set(each, child);
        }
      }),
      { numRuns: 200, examples: [[[{ n: 0 }], ['k0', 0, 0], 2]] },
    );
  });

  it.each([5, 16, 17, 40])('lists %i members and items as the nodes that `at` finds', (count) => {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const object = new JsonNode(Object.fromEntries(numbers.map((number) => [`k${number}`, number])));
    const early = object.at('k0');
    expect(object.members().map((node) => node.value)).toEqual(numbers);
    expect(object.members()[0]).toBe(early);
    for (const number of numbers) expect(object.at(`k${number}`)).toBe(object.members()[number]);
    const list = new JsonNode(numbers);
    for (const item of list.items()) expect(list.at(item.value as number)).toBe(item); // They are numbers.
    expect(list.at('map').isMissing).toBe(true);
    expect([object.items(), list.members(), new JsonNode('x').members()]).toEqual([[], [], []]);
  });

  it('reports on a member as its node does', () => {
    const members = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.jsonValue({ maxDepth: 1 }));
    const owner = fc.oneof(members, fc.array(fc.jsonValue({ maxDepth: 1 })), fc.constantFrom(null, 'a', 7, undefined));
    const key = fc.constantFrom('a', 'b', '0', '__proto__', 'length', 'toString');
    const kind = fc.constantFrom('integer', 'string', 'boolean', 'array', 'object');
    fc.assert(
      fc.property(owner, key, kind, fc.boolean(), (value, member, expected, holds) => {
        const [found, due]: [CheckResult[], CheckResult[]] = [[], []];
        const node = new JsonNode({ at: value }, (result) => found.push(result)).at('at');
        const other = new JsonNode({ at: value }, (result) => due.push(result)).at('at', member);
        expect(node.valueAt(member)).toBe(other.value);
        node.expectKindAt(member, expected, 'is of another kind');
        other.expectKind(expected, 'is of another kind');
        node.expectAt(member, holds, 'is wrong', 1);
        other.expect(holds, 'is wrong', 1);
        expect(found).toEqual(due);
      }),
    );
  });

  it('finds the same thing at one position once', () => {
    const node = new JsonNode({ a: [1, 2] });
    const found: unknown[] = [];
    const countOf = (each: JsonNode): number => found.push(each.value);
    expect([node.at('a').kept(countOf), node.at('a').kept(countOf), node.kept(countOf)]).toEqual([1, 1, 2]);
    expect(found).toEqual([[1, 2], { a: [1, 2] }]);
  });

  it('reports where a value is not as expected', () => {
    const results: CheckResult[] = [];
    const node = new JsonNode({ a: [{ b: 7, c: null }] }, (result) => results.push(result)).at('a', 0);
    node.at('b').expectKind('integer', 'not an integer');
    node.at('b').expectKind('string', 'not a string');
    node.at('c').expectOneOf([1, 2], 'not one of these');
    node.at('d').fail('missing');
    node.at('d').fail('missing', undefined, { times: '1 s' });
    expect(results).toEqual([
      'ok',
      { message: 'not a string', path: ['a', 0, 'b'], expected: 'string', actual: 7 },
      { message: 'not one of these', path: ['a', 0, 'c'], expected: [1, 2], actual: null },
      { message: 'missing', path: ['a', 0, 'd'], actual: undefined },
      { message: 'missing', path: ['a', 0, 'd'], times: '1 s' },
    ]);
    expect([node.at('b'), node.at('c'), node.at('d')].map((each) => [each.isMissing, each.isAbsent])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
  });

  it('parses a text once for each parser, and nothing else', () => {
    const parsed: string[] = [];
    const parse = (text: string): string => {
      parsed.push(text);
      return text.toUpperCase();
    };
    const node = new JsonNode('a');
    expect([node.parsed(parse), node.parsed(parse), node.parsed((text) => text.length), node.parsed(parse)]).toEqual([
      'A',
      'A',
      1,
      'A',
    ]);
    expect([parsed, new JsonNode(7).parsed(parse)]).toEqual([['a', 'a'], undefined]);
  });
});
