/** Runs test files against the mutants of a target, one after the other, as the parent sends them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

import { createVitest } from 'vitest/node';

import { alias } from '../../vitest.config.ts';
import type { Order, Reach } from './mutant-setup.ts';
import { mutantsOf, withMutants } from './switches.ts';
import { TARGETS } from './targets.ts';

/** A test file to run. */
export interface MutantTask extends Pick<Order, 'active' | 'maxHits' | 'tests'> {
  readonly file: string;
  /** Loads all modules again. */
  readonly isFresh?: boolean;
}

export interface MutantResult {
  readonly ms: number;
  /** The test that failed. */
  readonly killedBy?: string | undefined;
  readonly reach?: Reach | undefined;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const target = TARGETS.find(({ name }) => name === process.argv[2]);
if (target === undefined) throw new Error(`Unknown target "${process.argv[2]}"`);
const mutants = mutantsOf(target);
const folder = mkdtempSync(`${tmpdir()}/mutants-`);
const [orderFile, reachFile] = [`${folder}/order.json`, `${folder}/reach.json`];
process.env['MUTANT_ORDER'] = orderFile;

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    // Vitest keeps transformed modules on disk: they must not have switches in them, or miss them.
    fsModuleCache: false,
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
    env: { IDVKIT_SEED: '1', MUTANT_ORDER: orderFile },
    setupFiles: [fileURLToPath(new URL('mutant-setup.ts', import.meta.url))],
    // Switches make loops slow; the parent ends what takes too long.
    testTimeout: 600_000,
  },
  {
    resolve: { alias: [...alias] },
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        transform: (_, id) => {
          const code = withMutants(mutants, id.split('?')[0]?.replace(root, '') ?? '');
          return code === undefined ? undefined : { code, map: null };
        },
      },
    ],
  },
);

process.on('message', (task: MutantTask) => void test(task).then((result) => process.send?.(result)));

async function test({ file, isFresh, ...order }: MutantTask): Promise<MutantResult> {
  if (isFresh === true) await forgetModules();
  writeFileSync(orderFile, JSON.stringify({ ...order, count: mutants.length, reachFile } satisfies Order));
  const started = performance.now();
  const specification = vitest.getRootProject().createSpecification(root + file);
  // Vitest remembers earlier failures, and counts them for `bail`.
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const failed = testModules.flatMap((module) => [...module.children.allTests('failed')]).at(0);
  const isBroken = testModules.some((module) => module.state() === 'failed') || unhandledErrors.length > 0;
  return {
    ms: performance.now() - started,
    killedBy: failed?.fullName ?? (isBroken ? 'outside tests' : undefined),
    reach: order.active === undefined ? (JSON.parse(readFileSync(reachFile, 'utf8')) as Reach) : undefined,
  };
}

/** Ends the threads, which keep the modules that they loaded. Vitest has no public way. */
async function forgetModules(): Promise<void> {
  const inner = vitest as unknown as { pool?: { close(): Promise<void> } | undefined };
  await inner.pool?.close();
  inner.pool = undefined;
}

process.on('disconnect', () => {
  rmSync(folder, { recursive: true });
  process.exit();
});
process.send?.('ready');
