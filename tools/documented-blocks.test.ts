import { execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { describeCommands } from '../packages/cli-kit/src/index.ts';
import { createTestIo } from '../packages/cli-kit/src/testing.ts';
import { idvkit } from '../packages/idvkit/src/lib/idvkit.ts';
import { type Block, blocksOf } from './documented-blocks.ts';
import { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const packages = readdirSync(join(root, 'packages'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...packages.map((name) => `packages/${name}/README.md`),
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
].filter((path) => existsSync(join(root, path)));

/** Set-up commands run before or around this very test; what they name must exist. */
const setUp: readonly (readonly [pattern: RegExp, holds: (match: RegExpExecArray) => boolean])[] = [
  [/^npx -y pnpm@12 (?:run )?(\w+)$/, ([, script = '']) => script in rootManifest().scripts || script === 'install'],
  [/^git clone \S+ && cd (\w+)$/, () => true],
  // tools/tarballs.test.ts runs these.
  [/^npm install --no-audit (?:--save-dev )?\.\/idvkit-tarballs\/idvkit[\w-]*\.tgz$/, () => true],
  [/^node_modules\/\.bin\/idvkit check --only create\.status\.201$/, () => true],
];

function rootManifest(): { scripts: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
}

function isSetUp(line: string): boolean {
  return setUp.some(([pattern, holds]) => {
    const match = pattern.exec(line);
    return match !== null && holds(match);
  });
}

const run = promisify(execFile);
/** Environment in which commands have the seed of the tests. */
const SEEDED = { ...process.env, NODE_OPTIONS: `--import=${new URL('fixed-seed.mjs', import.meta.url).href}` };

/** First line of every document with commands. */
const FIRST_LINE = 'export PATH="$PWD/node_modules/.bin:$PATH"';

/**
 * Pastes the shell blocks of a document into terminals, as a reader does. Each terminal starts in the clone with the PATH of the
 * system, gets the `export` lines that the document starts with, and changes to a folder of its own, so that nothing is written
 * into the clone.
 */
async function pasteBlocks([first, ...others]: readonly Block[], folder: string): Promise<void> {
  const [, exports = '', rest = ''] = /^((?:export .*\n?)*)([^]*)$/.exec(first?.code ?? '') ?? [];
  const open = async (): Promise<Terminal> => {
    const terminal = new Terminal(root, SEEDED);
    onTestFinished(async () => terminal.close());
    expect(await terminal.paste(`${exports}\ncd '${folder}'`), terminal.output).toBe(0);
    return terminal;
  };
  const main = await open();
  for (const { code, exit, wait } of [{ exit: 0, wait: undefined, ...first, code: rest }, ...others]) {
    const terminal = wait === undefined ? main : await open();
    const ended = await terminal.paste(`:\n${code}`, { exit, ...(wait !== undefined && { wait }) });
    expect(ended, `${code}\n${terminal.output}`).toBe(wait === undefined ? exit : 'ready');
  }
}

const modulesOf = (project: string): string => join(root, project, '.documented-blocks');
const isTest = (code: string): boolean => code.includes("from 'vitest'");
const read = documents.map((path) => {
  const blocks = blocksOf(readFileSync(join(root, path), 'utf8'));
  // Blocks resolve packages from a project that has them: the package of a README, or the one with the most dependencies.
  const project = path.startsWith('packages/')
    ? dirname(path)
    : path.startsWith('docs/')
      ? 'packages/conformance'
      : '.';
  const modules = modulesOf(project);
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-document-'));
  const typescript = blocks
    .filter(({ language }) => language === 'ts')
    .map(({ line, code }) => ({
      line,
      code,
      file: join(modules, `${basename(path, '.md')}-${line}${isTest(code) ? '.test' : ''}.ts`),
    }));
  return { path, blocks, project, modules, folder, typescript };
});
const folders = new Set(read.map(({ modules }) => modules));

it('delivers JSON as JSON, and sends no capture to the capture itself', () => {
  const shell = read.flatMap(({ blocks }) =>
    blocks.filter(({ language }) => language === 'sh').map(({ code }) => code),
  );
  const lines = shell.flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'));
  expect(lines.filter((line) => /curl .*-d '\{/.test(line) && !/content-type: application\/json/i.test(line))).toEqual(
    [],
  );
  expect(lines.filter((line) => /idvkit send (?!.*--rate).*:4020/.test(line))).toEqual([]);
});

beforeAll(() => {
  for (const modules of folders) mkdirSync(modules, { recursive: true });
  for (const { file, code } of read.flatMap(({ typescript }) => typescript)) writeFileSync(file, code);
});

afterAll(() => {
  for (const modules of folders) rmSync(modules, { recursive: true });
  for (const { folder } of read) rmSync(folder, { recursive: true });
});

// One program of all blocks takes hardly longer than one of a single document.
it('has TypeScript blocks that compile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-document-'));
  const compilerOptions = {
    incremental: false,
    noUnusedLocals: false,
    typeRoots: [join(root, 'node_modules/@types')],
    // The declarations of the build, as readers have them.
    customConditions: [],
  };
  const files = read.flatMap(({ typescript }) => typescript.map(({ file }) => file));
  const project = { extends: join(root, 'tsconfig.noemit.json'), compilerOptions, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const compiled = run(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--singleThreaded'], { cwd: root });
  await expect(compiled).resolves.toMatchObject({ stdout: '' });
  rmSync(folder, { recursive: true });
});

it.each(read)('$path names languages that this test knows', ({ blocks }) => {
  const known = ['sh', 'ts', 'js', 'sql', 'json', 'yaml', 'text', 'mermaid'];
  expect(blocks.filter(({ language }) => !known.includes(language)).map(({ line }) => line)).toEqual([]);
});

const isRun = ({ language }: Block): boolean => language === 'sh' || language === 'ts';
const withBlocks = read.filter(({ blocks }) => blocks.some(isRun));

const withShell = read.flatMap(({ path, blocks, folder }) => {
  const shell = blocks.flatMap((block) => {
    const lines = block.code.split('\n').filter((line) => !isSetUp(line.trim()));
    const code = lines.join('\n').trim();
    return block.language === 'sh' && code !== '' ? [{ ...block, code }] : [];
  });
  return shell.length > 0 ? [{ path, shell, folder }] : [];
});

it.each(withShell)('$path has shell blocks that run when pasted', async ({ shell, folder }) => {
  expect(shell[0]?.code.split('\n')[0]).toBe(FIRST_LINE);
  await pasteBlocks(shell, folder);
});

// In one process: each document would load the packages again. TypeScript blocks may read what shell blocks wrote.
const withTypescript = withBlocks.filter(({ typescript }) => typescript.length > 0);
describe.each([...Map.groupBy(withTypescript, ({ project }) => project)])(
  'documents with the packages of %s',
  (project, group) => {
    const typescript = group.flatMap(({ typescript, folder }) => typescript.map((block) => ({ ...block, folder })));

    const programs = typescript.filter(({ code }) => !isTest(code)).map(({ folder, file }) => [folder, file] as const);
    it.for([programs].filter(({ length }) => length > 0))('have TypeScript blocks that run', async (files) => {
      const inOrder = `for (const [folder, file] of ${JSON.stringify(files)}) {\n  process.chdir(folder);\n  await import(file);\n}`;
      const ran = run(process.execPath, ['--input-type=module', '--eval', inOrder], { env: SEEDED });
      await expect(ran).resolves.toMatchObject({ stderr: '' });
    });

    const tests = typescript.filter(({ code }) => isTest(code));
    it.for([tests].filter(({ length }) => length > 0))('have tests that pass', async (blocks) => {
      const modules = modulesOf(project);
      const runner = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', modules];
      const options = { cwd: modules, env: { ...SEEDED, VITEST: undefined } };
      const ran = run(process.execPath, [...runner, ...blocks.map(({ file }) => file)], options);
      await expect(ran).resolves.toMatchObject({ stderr: '' });
    });
  },
);

/** The first two words after `idvkit` in every shell block. */
const typed = read.flatMap(({ blocks }) =>
  blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => [...code.matchAll(/\bidvkit ([a-z]+)(?: ([a-z]+))?/g)].map(pathOf)),
);

/** The first two words of every argument list in the tests of a package: `main(['archive', 'verify', …])`, `analyze('hits', …)`. */
function calledInTests(folder: string): readonly string[] {
  const tests = globSync(`packages/${folder}/{src,test}/**/*.test.ts`, { cwd: root });
  const before = folder === 'analyzer' ? 'analyze ' : '';
  return tests
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/[([]\s*'([a-z]+)'(?:,\s*'([a-z]+)')?/g)])
    .map((match) => `${before}${pathOf(match)}`);
}

function pathOf([, first = '', second = '']: RegExpExecArray): string {
  return `${first} ${second}`;
}

it('every command is run by a block, or called in a test of its package', async () => {
  const commands = await describeCommands(idvkit, createTestIo());
  const calls = [...typed, ...packages.flatMap(calledInTests)].map((call) => `${call.trim()} `);

  expect(commands.length).toBeGreaterThan(25);
  const missing = commands.filter(({ path }) => !calls.some((call) => call.startsWith(`${path.join(' ')} `)));
  expect(missing.map(({ path }) => path.join(' '))).toEqual([]);
});
