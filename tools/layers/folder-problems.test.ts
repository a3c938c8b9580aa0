import { describe, expect, it } from 'vitest';

import { floorProblems, folderCycles } from './folder-problems.ts';

const down = { from: 'report/page.ts', to: 'observe/headers.ts' };
const up = { from: 'observe/headers.ts', to: 'report/page.ts' };

describe('floorProblems()', () => {
  it('lets a folder import those below it, and its own files', () => {
    expect(floorProblems([down, { from: 'report/page.ts', to: 'report/x.ts' }], ['observe', 'report'])).toEqual([]);
  });

  it('names an import that goes up, a folder without a floor and a floor without a folder', () => {
    expect(floorProblems([up], ['observe', 'report'])).toEqual(['observe/headers.ts must not import report/page.ts']);
    expect(floorProblems([down], ['report', 'drive'])).toEqual(
      expect.arrayContaining(['observe has no floor', 'drive is a floor without a folder']),
    );
  });
});

describe('folderCycles()', () => {
  it('finds none where arrows go one way', () => expect(folderCycles([down])).toEqual([]));

  it('finds cycles of folders that no file closes, at any depth', () => {
    const back = { from: 'observe/other.ts', to: 'report/last.ts' };
    expect(folderCycles([down, back])).toEqual(['.: report → observe → report']);
    const nested = [down, back].map(({ from, to }) => ({ from: `lib/${from}`, to: `lib/${to}` }));
    expect(folderCycles(nested)).toEqual(['lib: report → observe → report']);
  });

  it('takes a file beside folders for an entry', () => {
    expect(
      folderCycles([
        { from: 'mock.ts', to: 'portal/a.ts' },
        { from: 'portal/b.ts', to: 'mock.ts' },
      ]),
    ).toEqual(['.: mock.ts → portal → mock.ts']);
  });
});
