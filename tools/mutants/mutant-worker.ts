/** Runs the tests of a target against its mutants, one after the other, as the parent sends them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { createVitest, type TestSpecification } from 'vitest/node';

import { alias } from '../../vitest.config.ts';
import { mutated, type Mutation } from './mutations.ts';

/** A mutant to test. Without a mutation, the source as it is. */
export interface MutantTask {
  readonly path: string;
  readonly mutation?: Mutation | undefined;
  readonly tests: readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
let task: MutantTask | undefined;

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    // Vitest keeps transformed modules on disk: a mutant must not be among them, and must not be missed.
    fsModuleCache: false,
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    env: { IDVKIT_DAY: '0' },
    testTimeout: 60_000,
  },
  {
    resolve: { alias: [...alias] },
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (_, id) =>
          task?.mutation !== undefined && id.split('?')[0] === root + task.path
            ? { code: mutated(readFileSync(root + task.path, 'utf8'), task.mutation), map: null }
            : undefined,
      },
    ],
  },
);

process.on('message', (next: MutantTask) => void test(next));

async function test(next: MutantTask): Promise<void> {
  task = next;
  vitest.invalidateFile(root + task.path);
  await forgetModules();
  const project = vitest.getRootProject();
  const failed = await firstFailure(task.tests.map((test) => project.createSpecification(root + test)));
  vitest.invalidateFile(root + task.path);
  process.send?.({ killedBy: failed });
}

/** Ends the threads, which keep the modules that they loaded. Vitest has no public way. */
async function forgetModules(): Promise<void> {
  const inner = vitest as unknown as { pool?: { close(): Promise<void> } | undefined };
  await inner.pool?.close();
  inner.pool = undefined;
}

async function firstFailure(specifications: TestSpecification[]): Promise<string | undefined> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const module = testModules.find((tested) => tested.state() === 'failed');
  if (module !== undefined) return module.moduleId.replace(root, '');
  return unhandledErrors.length > 0 ? 'an error outside tests' : undefined;
}

process.on('disconnect', () => process.exit());
process.send?.('ready');
