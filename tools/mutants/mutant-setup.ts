/** Switches one mutant on in a test file, and notes which mutants each test reaches. Runs before each test file. */
import { readFileSync, writeFileSync } from 'node:fs';

import { afterAll, afterEach, beforeEach } from 'vitest';

/** What the worker asks of the next test file. */
export interface Order {
  /** Number of the mutant to switch on. Without it, the file is run as it is, and its reach is written to `reachFile`. */
  readonly active?: number;
  /** Times that the mutant is reached before it counts as an endless loop. */
  readonly maxHits?: number;
  /** Names of the tests to run. Without it, all. */
  readonly tests?: readonly string[];
  readonly count: number;
  readonly reachFile: string;
}

/** Mutants that a test file reaches. */
export interface Reach {
  /** By the name of the test; `''` has those reached outside tests. */
  readonly tests: Readonly<
    Record<string, { readonly ms: number; readonly hits: readonly (readonly [number, number])[] }>
  >;
  /** Mutants reached while their own file is loaded: they need to be loaded again. */
  readonly loaded: readonly number[];
}

interface Switch {
  (mutant: number): boolean;
  loads(depth: number): void;
  state: { active: number; left: number; depth: number; hits: Uint32Array; loaded: Set<number> };
}

const order = JSON.parse(readFileSync(process.env['MUTANT_ORDER'] ?? '', 'utf8')) as Order;
const $mutant = ((globalThis as { $mutant?: Switch }).$mutant ??= createSwitch());
const { state } = $mutant;
state.active = order.active ?? -1;
state.left = order.maxHits ?? Infinity;

const tests: Record<string, Reach['tests'][string]> = {};
let started = performance.now();

function note(name: string): void {
  if (order.active !== undefined) return;
  const hits: [number, number][] = [];
  for (const [mutant, count] of state.hits.entries()) if (count > 0) hits.push([mutant, count]);
  tests[name] = { ms: performance.now() - started, hits: [...(tests[name]?.hits ?? []), ...hits] };
  state.hits.fill(0);
  started = performance.now();
}

beforeEach((context) => {
  if (order.tests !== undefined && !order.tests.includes(context.task.fullTestName)) context.skip();
  note('');
});
afterEach((context) => note(context.task.fullTestName));
afterAll(() => {
  note('');
  if (order.active === undefined)
    writeFileSync(order.reachFile, JSON.stringify({ tests, loaded: [...state.loaded] } satisfies Reach));
});

function createSwitch(): Switch {
  const created = {
    active: -1,
    left: Infinity,
    depth: 0,
    hits: new Uint32Array(order.count),
    loaded: new Set<number>(),
  };
  const isActive = (mutant: number): boolean => {
    if (created.active === -1) {
      created.hits[mutant] = (created.hits[mutant] ?? 0) + 1;
      if (created.depth > 0) created.loaded.add(mutant);
      return false;
    }
    if (mutant !== created.active) return false;
    created.left -= 1;
    if (created.left < 0) throw new Error('A mutant does not end');
    return true;
  };
  const loads = (depth: number): void => void (created.depth += depth);
  return Object.assign(isActive, { loads, state: created });
}
