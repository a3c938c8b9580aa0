import type { SizeNode } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanHits } from '../../../test/scan/scan-hits.ts';
import { MAX_NODES, SizeTree } from './size-tree.ts';

interface Part {
  readonly bytes: number;
  /** Parts of a container, `undefined` of a scalar. */
  readonly parts?: readonly Part[] | undefined;
}

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.record({
    bytes: fc.nat(9),
    parts: fc.option(fc.array(tie('part'), { maxLength: 30, depthIdentifier: 'part', size: 'max' }), {
      nil: undefined,
      depthIdentifier: 'part',
      maxDepth: 2,
    }),
  }),
}));

/** Adds a part and what is in it. */
function add(tree: SizeTree, name: string, { bytes, parts }: Part): void {
  if (parts === undefined) {
    tree.scalar(name, bytes);
    return;
  }
  tree.open(name);
  for (const [index, inner] of parts.entries()) add(tree, `${name}/${index}`, inner);
  tree.close(bytes);
}

function treeOf(root: Part): SizeTree {
  const tree = new SizeTree();
  add(tree, '', root);
  tree.finish(() => 0);
  return tree;
}

/** Returns all parts: of each container the 24 largest, of equal ones the earlier. */
function listed(name: string, { bytes, parts = [] }: Part): SizeNode {
  const inner = parts.map((each, index) => listed(`${name}/${index}`, each));
  return { name, bytes, parts: inner.toSorted((a, b) => b.bytes - a.bytes).slice(0, 24) };
}

const all = ({ parts }: SizeNode): SizeNode[] => parts.flatMap((each) => [each, ...all(each)]);

describe('SizeTree', () => {
  it('lists the 24 largest parts of each container', () => {
    fc.assert(
      fc.property(part, (root) => {
        const expected = listed('', root);
        fc.pre(all(expected).length <= MAX_NODES);
        const tree = treeOf(root);
        expect(tree.result()).toEqual(expected);
        expect(tree.dropped).toBe(0);
      }),
    );
  });

  it.each([
    [1_023, 0],
    [1_024, 0],
    [1_025, 1],
    [2_047, 1_023],
    [2_048, 1_024],
    [2_049, 1_025],
    [6_000, 4_976],
  ])('lists the 1,024 largest of %i parts', (count, dropped) => {
    // Parts in groups of 24, and those in groups of 24: each leaf has a size of its own, and each group is larger than what is in it.
    let size = 0;
    const group = (left: number, depth: number): Part & { readonly nodes: number } => {
      if (depth === 0) return { bytes: ((size += 1) * 7) % 10_007, nodes: 0 };
      const parts: Part[] = [];
      let nodes = 0;
      while (nodes < left && parts.length < 24) {
        const inner = group(left - nodes - 1, depth - 1);
        parts.push(inner);
        nodes += 1 + inner.nodes;
      }
      return { bytes: parts.reduce((sum, each) => sum + each.bytes, 1), parts, nodes };
    };
    const root = group(count, 3);
    expect(root.nodes).toBe(count);
    const tree = treeOf(root);
    const largest = all(listed('', root)).toSorted((a, b) => b.bytes - a.bytes);
    const bytesOf = (parts: readonly SizeNode[]): number[] => parts.map(({ bytes }) => bytes).toSorted((a, b) => b - a);
    expect(bytesOf(all(tree.result()))).toEqual(bytesOf(largest.slice(0, MAX_NODES)));
    expect(tree.dropped).toBe(dropped);
  });

  it('closes what did not end', () => {
    const tree = new SizeTree();
    tree.open('');
    tree.open('a');
    tree.open('b');
    tree.finish((depth) => 10 - depth);
    tree.close(1);
    expect(tree.result()).toEqual({
      name: '',
      bytes: 10,
      parts: [{ name: 'a', bytes: 9, parts: [{ name: 'b', bytes: 8, parts: [] }] }],
    });
  });

  it('has the parts of all hits in the array that is open', () => {
    const hits = ['{"a":[1,22],"b":{"c":"x"}}', '{"a":[],"b":{"c":"yy"}}', '7'];
    const tree = new SizeTree();
    tree.hits(scanHits(hits).paths);
    tree.open('hits');
    tree.hits(scanHits([...hits, JSON.stringify({ ['k'.repeat(300)]: 'z' })]).paths);
    tree.close(500);
    const leaf = { parts: [] };
    expect(tree.result()).toEqual({
      name: '',
      bytes: 500,
      parts: [
        {
          name: '[]',
          bytes: 26 + 23 + 1 + 308,
          count: 4,
          parts: [
            { name: 'b', bytes: 9 + 10, count: 2, parts: [{ name: 'c', bytes: 3 + 4, count: 2, ...leaf }] },
            { name: 'a', bytes: 6 + 2, count: 2, parts: [{ name: '[]', bytes: 3, count: 2, ...leaf }] },
          ],
        },
        { name: '…', bytes: 3, count: 1, ...leaf },
      ],
    });
  });

  it('lists parts of hits of the same size in the order of their paths', () => {
    const tree = new SizeTree();
    tree.open('hits');
    tree.hits(scanHits(['{"c":{"y":1,"x":2},"a":{"y":1,"x":2},"b":"four"}']).paths);
    tree.close(50);
    const names = all(tree.result()).map(({ name, bytes }) => `${name} ${bytes}`);
    expect(names).toEqual(['[] 48', 'a 13', 'x 1', 'y 1', 'c 13', 'x 1', 'y 1', 'b 6']);
  });

  it('names parts of hits by their keys', () => {
    const tree = new SizeTree();
    tree.open('hits');
    tree.hits(scanHits(['{"a.b":{"c.d":1}}']).paths);
    tree.close(9);
    expect(all(tree.result()).map(({ name }) => name)).toEqual(['[]', 'a.b', 'c.d']);
  });

  it('has the members of maps as one part', () => {
    const tree = new SizeTree();
    tree.open('hits');
    tree.hits(scanHits(['{"m":{"a":1,"b":22}}'], { m: ['map'] }).paths);
    tree.close(22);
    expect(all(tree.result()).map(({ name, bytes, count }) => [name, bytes, count])).toEqual([
      ['[]', 20, 1],
      ['m', 14, 1],
      ['{*}', 3, 2],
    ]);
  });

  it('counts the parts of hits among those that it lists', () => {
    const hit = (index: number): string =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 20 }, (_, key) => [`${index}.${key}`, { a: 1, b: [2] }])));
    const tree = new SizeTree();
    tree.open('');
    for (let index = 0; index < 24; index += 1) {
      tree.open(`hits ${index}`);
      tree.hits(scanHits([hit(index)]).paths);
      tree.close(1_000 + index);
    }
    tree.close(50_000);
    tree.finish(() => 0);
    // Of each array: itself, a hit, 20 members, and three parts in each of these.
    expect([all(tree.result()).length, tree.dropped]).toEqual([MAX_NODES, 24 * (2 + 20 * 4) - MAX_NODES]);
  });
});
