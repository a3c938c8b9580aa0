import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const PLANTED = `import { randomBytes, randomInt, randomUUID } from 'node:crypto';
export const chance = [
  Date.now(),
  Date.now,
  new Date(),
  Date(),
  performance.now(),
  process.hrtime.bigint(),
  Math.random(),
  crypto.randomUUID(),
  crypto.getRandomValues(new Uint8Array(2)),
  process.memoryUsage(),
  process.memoryUsage().heapUsed,
  vi.mock('fast-check'),
];
it('ends', () => {}, 5_000);
it.each([1])('ends', { timeout: 120_000 }, () => {});
beforeAll(() => {}, 300_000);
await expect.poll(() => 1, { timeout: 30_000 }).toBe(1);
await vi.waitFor(() => 1, 1_000);
export const fine = [new Date(0), Date.parse('2026-01-05'), Math.max(1), randomBytes, randomInt, randomUUID];
it('may take long', { timeout: 900_000 }, () => expect.poll(() => 0.2).toBeCloseTo(0.2, 1));
`;

/** Messages of the rules, with line and name. */
const CHANCE = /:(\d+):\d+: `(.+?)` makes a test depend on chance/g;
const COMMENT = /:(\d+):\d+: (Begin a doc|Name the caller|Write "is not).*/g;

let folder: string;

const COMMENTS = `/** What it is. */
/** Whether it is. */
// Somebody reads it.
// It is no list.
/**
 * Tells a story.
 */
// There is no list, and what is no longer there is fine. True if it is. Tells.
`;

/** Lints a text with the configuration of this repository. @returns The problems that `pattern` finds, a line each. */
async function lint(path: string, text: string, pattern: RegExp): Promise<readonly string[]> {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [oxlint, '--format', 'unix', file], { cwd: folder }, (_, stdout) => resolve(stdout));
  });
  return Array.from(output.matchAll(pattern), ([, line, name]) => `${line} ${name}`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idvkit-lint-'));
  const configuration = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
    .replaceAll('"./tools/', `"${root}tools/`)
    .replace('"./node_modules/', `"${root}node_modules/`)
    .replace('"typeAware": true', '"typeAware": false');
  writeFileSync(join(folder, '.oxlintrc.json'), configuration);
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each(['packages/mock/src/lib/planted.test.ts', 'packages/mock/test/planted.ts', 'tools/planted.test.ts'])(
  'the lint rule finds what makes a test depend on chance: %s',
  async (path) => {
    expect(await lint(path, PLANTED, CHANCE)).toEqual([
      '1 crypto.randomBytes',
      '1 crypto.randomInt',
      '1 crypto.randomUUID',
      '3 Date.now',
      '4 Date.now',
      '5 new Date()',
      '6 Date()',
      '7 performance.now',
      '8 process.hrtime',
      '9 Math.random',
      '10 crypto.randomUUID',
      '11 crypto.getRandomValues',
      '12 process.memoryUsage',
      '13 process.memoryUsage',
      '14 vi.mock',
      '16 5000',
      '17 120000',
      '18 300000',
      '19 30000',
      '20 1000',
    ]);
  },
);

it.each(['packages/mock/src/lib/planted.ts', 'packages/mock/test/measure-planted.ts', 'tools/planted.ts'])(
  'the lint rule leaves alone what is not a test, or measures its own process: %s',
  async (path) => {
    expect(await lint(path, PLANTED, CHANCE)).toEqual([]);
  },
);

it('the lint rule finds comments that are hard to read, in the source only', async () => {
  expect(await lint('packages/mock/src/lib/planted.ts', COMMENTS, COMMENT)).toEqual([
    '1 Begin a doc',
    '2 Begin a doc',
    '3 Name the caller',
    '4 Write "is not',
    '5 Begin a doc',
  ]);
  expect(await lint('packages/mock/src/lib/planted.test.ts', COMMENTS, COMMENT)).toEqual([]);
});
