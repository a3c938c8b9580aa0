import { describe, expect, it } from 'vitest';

import { PAYLOAD_BOUNDS } from './bounds.ts';
import { createContainer, Skeleton, type Container } from './skeleton.ts';

function rooted(kind: 'object' | 'array'): { skeleton: Skeleton; root: Container } {
  const [skeleton, root] = [new Skeleton(PAYLOAD_BOUNDS), createContainer(kind)];
  expect(skeleton.put(root, undefined, '')).toBe('added');
  return { skeleton, root };
}

describe('Skeleton', () => {
  it('keeps values where they belong, and counts them', () => {
    const { skeleton, root } = rooted('object');
    const list = createContainer('array');
    expect([
      skeleton.put(list, root, 'list'),
      skeleton.put(null, list, 0),
      skeleton.put('x', list, 1),
      skeleton.put(1, root, '__proto__'),
      skeleton.put(2, root, '__proto__'),
    ]).toEqual(['added', 'added', 'added', 'added', 'replaced']);
    skeleton.close(list, 3, 12);
    skeleton.markCut(list, 1);
    expect(JSON.stringify(skeleton.root)).toBe('{"list":[null,"x"],"__proto__":2}');
    expect([skeleton.values, skeleton.dropped, skeleton.countOf(root), skeleton.countOf(list)]).toEqual([6, 0, 2, 2]);
    expect([skeleton.bytesOf(list), skeleton.bytesOf(root), skeleton.bytesOf(undefined)]).toEqual([9, 0, 0]);
    expect([skeleton.isCut(list, 1), skeleton.isCut(list, 0), skeleton.isCut(root, 'list')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([skeleton.countOf('no container'), skeleton.isCut('no container', 0)]).toEqual([0, false]);
  });

  it('has one root', () => {
    const { skeleton, root } = rooted('array');
    expect(skeleton.put('other', undefined, '')).toBe('dropped');
    expect([skeleton.root, skeleton.values]).toEqual([root, 1]);
  });

  it('keeps a root that is no container', () => {
    const skeleton = new Skeleton(PAYLOAD_BOUNDS);
    skeleton.put(null, undefined, '');
    expect([skeleton.root, skeleton.values, skeleton.countOf(null)]).toEqual([null, 1, 0]);
  });

  it.each(['object', 'array'] as const)('keeps 1,024 members of an %s', (kind) => {
    const { skeleton, root } = rooted(kind);
    const put = (index: number): string => skeleton.put(index, root, kind === 'array' ? index : `k${index}`);
    const results = Array.from({ length: 1_026 }, (_, index) => put(index));
    expect(results.slice(1_022)).toEqual(['added', 'added', 'dropped', 'dropped']);
    expect(put(1_023)).toBe(kind === 'object' ? 'replaced' : 'dropped');
    const counts = [skeleton.dropped, skeleton.countOf(root), skeleton.values];
    expect(counts).toEqual(kind === 'object' ? [2, 1_026, 1_026] : [3, 1_027, 1_025]);
  });

  it('keeps keys of 512 characters', () => {
    const { skeleton, root } = rooted('object');
    expect([skeleton.put(1, root, 'k'.repeat(512)), skeleton.put(1, root, 'k'.repeat(513))]).toEqual([
      'added',
      'dropped',
    ]);
    expect([skeleton.dropped, skeleton.countOf(root), skeleton.values]).toEqual([1, 2, 2]);
  });

  it('keeps 100,000 values', () => {
    const { skeleton, root } = rooted('array');
    const results: string[] = [];
    for (let outer = 0; skeleton.values < 100_000; outer += 1) {
      const list = createContainer('array');
      results.push(skeleton.put(list, root, outer));
      for (let inner = 0; inner < 999; inner += 1) results.push(skeleton.put(0, list, inner));
    }
    expect(new Set(results.slice(0, 99_999))).toEqual(new Set(['added']));
    expect(results.slice(99_999)).toEqual(['dropped']);
    expect([skeleton.values, skeleton.dropped]).toEqual([100_000, 1]);
  });

  it('forgets a value that one without room replaces', () => {
    const skeleton = new Skeleton({ values: 2, members: 1_024 });
    const root = createContainer('object');
    const results = [skeleton.put(root, undefined, ''), skeleton.put(1, root, 'a'), skeleton.put(2, root, 'a')];
    expect([results, root, skeleton.dropped, skeleton.countOf(root)]).toEqual([
      ['added', 'added', 'dropped'],
      {},
      1,
      1,
    ]);
  });

  it('keeps nothing of a container that it does not know', () => {
    const { skeleton } = rooted('array');
    const unknown = createContainer('object');
    expect([skeleton.put(1, unknown, 'a'), skeleton.dropped, Object.keys(unknown)]).toEqual(['dropped', 1, []]);
    skeleton.close(unknown, 0, 3);
    skeleton.markCut(unknown, 'a');
    expect([skeleton.bytesOf(unknown), skeleton.isCut(unknown, 'a')]).toEqual([0, false]);
  });
});
