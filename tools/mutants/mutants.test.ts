import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';

import { describe, expect, it } from 'vitest';

import { mutationsOf } from './mutations.ts';
import scores from './scores.json' with { type: 'json' };
import survivors from './survivors.json' with { type: 'json' };
import { mutantsOf, withSwitches } from './switches.ts';
import { TARGETS } from './targets.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const whatOf = (text: string): readonly string[] => mutationsOf('x.ts', text).map(({ what }) => what);

describe('mutationsOf()', () => {
  it('changes operators, conditions, literals, calls and jumps', () => {
    expect(whatOf('if (a < 2 && !b) return;')).toMatchInlineSnapshot(`
      [
        "a < 2 && !b → true",
        "a < 2 && !b → false",
        "a < 2 && → || !b",
        "a < → <= 2",
        "2 → 3",
        "!b → (b)",
        "return; → ;",
      ]
    `);
    expect(whatOf('f(list.filter(g).some(h) ?? [1])')).toMatchInlineSnapshot(`
      [
        "list.filter(g).some(h) ?? → && [1]",
        "some → every",
        "list.filter(g) → list",
        "[1] → []",
        "1 → 2",
      ]
    `);
  });

  it('leaves types, imports and plain texts alone', () => {
    expect(whatOf("import a from 'b'; type C = 1 | true; const d = 'e'; export { a, d };")).toEqual([]);
  });

  it('leaves alone what a text is put together from', () => {
    expect(whatOf('const a = `more than ${b > 0 ? c : d}`;')).toEqual([]);
  });
});

describe('withSwitches()', () => {
  const text = `
    for (const part of input) {
      if (part === undefined) continue;
      const first = part.names?.filter(Boolean).slice(1).length ?? 0;
      if (!part.isOpen && first < 2) { output.push({ 7: first + 1 }); break; }
      output.push([first].some((each) => each >= 1));
    }`;
  const mutations = mutationsOf('x.ts', text);
  const run = compileFunction(withSwitches(text, mutations, 10), ['$mutant', 'input', 'output']);
  const outputOf = (active: number): string => {
    const output: unknown[] = [];
    const input = [undefined, { names: ['a', 'b', 'c'], isOpen: true }, { isOpen: false }, { names: ['a'] }];
    const $mutant = Object.assign((mutant: number) => mutant === active, { loads: () => {} });
    try {
      run($mutant, input, output);
    } catch (error) {
      return String(error);
    }
    return JSON.stringify(output);
  };

  it('changes nothing while no mutant is on', () => {
    expect(outputOf(-1)).toBe('[true,{"7":1}]');
  });

  it('makes each mutant, by its number', () => {
    const outputs = mutations.map(({ what }, index) => `${what}: ${outputOf(10 + index)}`);

    expect(outputs).toMatchInlineSnapshot(`
      [
        "part === undefined → true: []",
        "part === undefined → false: TypeError: Cannot read properties of undefined (reading 'names')",
        "part === → !== undefined: TypeError: Cannot read properties of undefined (reading 'names')",
        "continue; → ;: TypeError: Cannot read properties of undefined (reading 'names')",
        "part.names?.filter(Boolean).slice(1).length ?? → && 0: [false,false,{"7":1}]",
        "part.names?.filter(Boolean).slice(1) → part.names?.filter(Boolean): [true,{"7":1}]",
        "part.names?.filter(Boolean) → part.names: TypeError: Cannot read properties of undefined (reading 'slice')",
        "1 → 2: [true,{"7":1}]",
        "0 → 1: [true,{"7":2}]",
        "!part.isOpen && first < 2 → true: [{"7":3}]",
        "!part.isOpen && first < 2 → false: [true,false,false]",
        "!part.isOpen && → || first < 2: [true,{"7":1}]",
        "!part.isOpen → (part.isOpen): [true,false,false]",
        "first < → <= 2: [true,{"7":1}]",
        "2 → 3: [true,{"7":1}]",
        "7 → 8: [true,{"8":1}]",
        "first + → - 1: [true,{"7":-1}]",
        "1 → 2: [true,{"7":2}]",
        "break; → ;: [true,{"7":1},false,{"7":1},false]",
        "some → every: [true,{"7":1}]",
        "[first] → []: [false,{"7":1}]",
        "each >= → > 1: [true,{"7":1}]",
        "1 → 2: [true,{"7":1}]",
      ]
    `);
  });
});

describe('the survivors', () => {
  it('are mutants of lines that still exist, each with a reason', () => {
    const gone = survivors.filter(({ path, source, what, reason }) => {
      if (reason === '' || !existsSync(root + path)) return true;
      return !mutantsOf({ sources: [path] }).some(
        (mutant) => mutant.mutation.what === what && mutant.source === source,
      );
    });

    expect(gone).toEqual([]);
  });
});

describe('the scores', () => {
  it('are of every target, and of mutants that were tested', () => {
    expect(scores.map(({ target }) => target)).toEqual(TARGETS.map(({ name }) => name));
    const wrong = scores.filter(
      ({ mutants, tested, killed, equivalent }) =>
        tested > mutants || killed + equivalent > tested || tested === equivalent,
    );
    expect(wrong).toEqual([]);
  });
});

describe('the targets', () => {
  it.each(TARGETS)('$name have sources and tests', ({ sources, tests }) => {
    expect(sources.length).toBeGreaterThan(2);
    expect(tests.length).toBeGreaterThan(1);
  });
});
