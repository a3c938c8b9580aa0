import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { mutated, mutationsOf } from './mutants/mutations.ts';
import survivors from './mutants/survivors.json' with { type: 'json' };
import { TARGETS } from './mutants/targets.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const whatOf = (text: string): readonly string[] => mutationsOf('x.ts', text).map(({ what }) => what);

describe('mutationsOf()', () => {
  it('changes operators, conditions, literals, calls and jumps', () => {
    expect(whatOf('if (a < 2 && !b) return;')).toMatchInlineSnapshot(`
      [
        "a < → <= 2",
        "a < 2 && !b → true",
        "a < 2 && !b → false",
        "a < 2 && → || !b",
        "2 → 3",
        "!b → (b)",
        "return; → ;",
      ]
    `);
    expect(whatOf('f(list.filter(g).some(h) ?? [1])')).toMatchInlineSnapshot(`
      [
        "list.filter(g) → list",
        "list.filter(g).some(h) ?? → && [1]",
        "some → every",
        "[1] → []",
        "1 → 2",
      ]
    `);
  });

  it('leaves types, imports and plain texts alone', () => {
    expect(whatOf("import a from 'b'; type C = 1 | true; const d = 'e'; export { a, d };")).toEqual([]);
  });

  it('gives texts that differ from the source', () => {
    const text = 'export const f = (a: number): boolean => a >= 1 || a === -1;';
    for (const mutation of mutationsOf('x.ts', text)) expect(mutated(text, mutation)).not.toBe(text);
  });
});

describe('the survivors', () => {
  it('are mutants of lines that still exist, each with a reason', () => {
    const gone = survivors.filter(({ path, source, what, reason }) => {
      if (reason === '' || !existsSync(root + path)) return true;
      const text = readFileSync(root + path, 'utf8');
      const lines = text.split('\n');
      return !mutationsOf(path, text).some(
        (mutation) => mutation.what === what && lines[mutation.line - 1]?.trim() === source,
      );
    });

    expect(gone).toEqual([]);
  });
});

describe('the targets', () => {
  it.each(TARGETS)('$name have sources and tests', ({ sources, tests }) => {
    expect(sources.length).toBeGreaterThan(2);
    expect(tests.length).toBeGreaterThan(1);
  });
});
