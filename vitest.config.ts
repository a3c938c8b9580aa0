import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { configDefaults, defineConfig } from 'vitest/config';

import { runChecks } from './tools/checks/checks.ts';
import { changeOf } from './tools/testing/changed.ts';
import { ClosingLine } from './tools/testing/closing-line.ts';
import { LongFirst } from './tools/testing/long-first.ts';
import { isProof } from './tools/testing/sample.ts';

const packages = [
  'json',
  'schema',
  'delivery',
  'cli-kit',
  'archive',
  'mock',
  'conformance',
  'replay',
  'analyzer',
  'idvkit',
];

/** Folders with tests. */
const folders = [...packages.map((name) => `packages/${name}`), 'tools', 'examples'];

const root = fileURLToPath(new URL('.', import.meta.url));
/** Workspace packages resolve to their sources, so a test needs no build and coverage lands on `src`. */
export const alias = [
  { find: new RegExp(`^@idvkit/(${packages.join('|')})$`), replacement: `${root}packages/$1/src/index.ts` },
  { find: new RegExp(`^@idvkit/(${packages.join('|')})/([a-z-]+)$`), replacement: `${root}packages/$1/src/$2.ts` },
];

const change = changeOf(process.argv, root);
/** Tests of whole products depend on almost every file, so `--changed` has the other tests, and the changed ones. */
function testsOf(folder: string): string[] {
  if (change === undefined) {
    return folder.startsWith('packages/') ? ['{src,test}/**/*.test.ts'] : ['!(consumers)/*.test.ts'];
  }
  const changed = change.files.filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.test.ts'));
  return [
    'src/**/*.test.ts',
    'test/judges-*/*.test.ts',
    'test/proof/fault-rules.test.ts',
    ...changed.map((file) => file.slice(folder.length + 1)),
  ];
}

export default defineConfig({
  resolve: { alias },
  test: {
    include: folders.flatMap((folder) => testsOf(folder).map((pattern) => `${folder}/${pattern}`)),
    // Proofs take minutes, or download.
    exclude: isProof ? configDefaults.exclude : [...configDefaults.exclude, '**/*.proof.test.ts'],
    environment: 'node',
    // Commands that tests start keep their compiled code, which halves their start.
    env: {
      NODE_COMPILE_CACHE: `${root}node_modules/.cache/node-compile`,
      ...(change && { IDVKIT_CHANGED: JSON.stringify(change.strings) }),
    },
    // No test leaves anything behind in its process, so that files share one and load the packages once.
    isolate: false,
    setupFiles: [`${root}tools/testing/seed-tests.ts`],
    // A machine that is busy with other things is slow, not wrong.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    // A third of the time of a file is waiting: one worker more than cores keeps those busy.
    maxWorkers: availableParallelism() + 1,
    // Vitest shuffles files only if it has no other sequencer.
    sequence: process.argv.includes('--sequence.shuffle.files') ? {} : { sequencer: LongFirst },
    reporters: ['default', new ClosingLine(process.env['IDVKIT_CHECKS'] === 'with-tests' ? runChecks : undefined)],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
});
