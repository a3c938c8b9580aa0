import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

import { ClosingLine } from './tools/closing-line.ts';

const packages = [
  'json',
  'schema',
  'delivery',
  'cli-kit',
  'archive',
  'mock',
  'conformance',
  'replay',
  'queue',
  'analyzer',
  'idvkit',
];

const root = fileURLToPath(new URL('.', import.meta.url));
/** Workspace packages resolve to their sources, so a test needs no build and coverage lands on `src`. */
export const alias = [
  { find: new RegExp(`^@idvkit/(${packages.join('|')})$`), replacement: `${root}packages/$1/src/index.ts` },
  { find: new RegExp(`^@idvkit/(${packages.join('|')})/([a-z-]+)$`), replacement: `${root}packages/$1/src/$2.ts` },
];

/** Day since 1970, which chooses the part of the long proofs that this run tests. Set it to repeat the run of another day. */
const IDVKIT_DAY = (process.env['IDVKIT_DAY'] ??= String(Math.floor(Date.now() / 86_400_000)));

const project = (name: string, folder: string): object => ({
  resolve: { alias },
  test: {
    name,
    root: folder,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '*.test.ts', ...(name === 'examples' ? ['*/*.test.ts'] : [])],
    environment: 'node' as const,
    env: { IDVKIT_DAY },
    // No test leaves anything behind in its process, so that files share one and load the packages once.
    isolate: false,
    // A machine that is busy with other things is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      ...packages.map((name) => project(name, `./packages/${name}`)),
      project('repository', './tools'),
      project('examples', './examples'),
    ],
    // Vitest leaves one core to itself, which halves a machine of two.
    maxWorkers: 2,
    reporters: ['default', new ClosingLine()],
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: 'coverage',
    },
  },
});
