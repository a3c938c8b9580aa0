import { describe, expect, it } from 'vitest';

import { readAt, removeAt, replaceAt } from './dotted-path.ts';

const document = { a: { list: [{ x: 1 }, { x: 2, y: null }] }, b: 'text' };

describe('replaceAt()', () => {
  it('replaces in a copy', () => {
    const before = structuredClone(document);

    expect(replaceAt(document, 'a.list.1.x', () => 'new')).toEqual({
      a: { list: [{ x: 1 }, { x: 'new', y: null }] },
      b: 'text',
    });
    expect(document).toEqual(before);
  });

  it('replaces every element and every key at *', () => {
    expect(replaceAt(document, 'a.list.*.*', () => 0).a).toEqual({ list: [{ x: 0 }, { x: 0, y: 0 }] });
  });

  it('adds the last key where its object is there, and nothing else', () => {
    expect(replaceAt(document, 'a.c', () => 3).a).toEqual({ ...document.a, c: 3 });
    expect(replaceAt(document, 'none.c', () => 3)).toEqual(document);
    expect(replaceAt(document, 'b.c', () => 3)).toEqual(document);
    expect(replaceAt(document, 'a.list.7', () => 3)).toEqual(document);
  });
});

describe('removeAt()', () => {
  it('removes a key', () => {
    expect(removeAt(document, 'a.list.*.x')).toEqual({ a: { list: [{}, { y: null }] }, b: 'text' });
  });
});

describe('readAt()', () => {
  it('reads keys and indices, and undefined where nothing is', () => {
    expect([readAt(document, 'a.list.1.x'), readAt(document, 'a.none.x'), readAt(document, 'b.length')]).toEqual([
      2,
      undefined,
      undefined,
    ]);
  });
});
