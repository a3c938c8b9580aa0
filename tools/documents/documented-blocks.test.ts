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

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { OMITTED, printedLines } from '../pictures/terminal-svg.ts';
import { type Block, blocksOf, shownOutputs } from './documented-blocks.ts';
import { pasteBlocks, picturePath, SEEDED, shellBlocksOf } from './paste-blocks.ts';
import type { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = readdirSync(join(root, 'packages'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...packages.map((name) => `packages/${name}/README.md`),
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
].filter((path) => existsSync(join(root, path)));

const run = promisify(execFile);
/** First line of every document with commands. */
const FIRST_LINE = 'export PATH="$PWD/node_modules/.bin:$PATH"';

/** Pastes the shell blocks of a document. @returns what each printed, by its line. */
async function paste(blocks: readonly Block[], folder: string): Promise<ReadonlyMap<number, string>> {
  const outputs: (readonly [line: number, output: () => string])[] = [];
  const onTerminal = (terminal: Terminal): void => onTestFinished(async () => terminal.close());
  for await (const { block, ended, output } of pasteBlocks(blocks, { folder, env: SEEDED, onTerminal })) {
    expect(ended, `${block.code}\n${output()}`).toBe(block.wait === undefined ? block.exit : 'ready');
    outputs.push([block.line, output]);
  }
  return new Map(outputs.map(([line, output]) => [line, unsteadyLeftOut(output())]));
}

/** Leaves out what two runs of a command print differently: numbers, ids, and where lines end. */
function unsteadyLeftOut(text: string): string {
  return text
    .replaceAll(/#[\da-f]{4}\b/g, '#')
    .replaceAll(/\s+/g, '')
    .replaceAll(/\d{8}T\d+Z-[\da-f]{6}/g, '0')
    .replaceAll(/[\d.,]+/g, '0')
    .replaceAll(/(?:[adwx]0)+/g, 'x0')
    .replaceAll('0ms', '0s');
}

const modulesOf = (project: string): string => join(root, project, '.documented-blocks');
const isTest = (code: string): boolean => code.includes("from 'vitest'");
const read = documents.map((path) => {
  const markdown = readFileSync(join(root, path), 'utf8');
  const blocks = blocksOf(markdown);
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
  return { path, markdown, blocks, modules, folder, typescript };
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

it('documents name languages that this test knows', () => {
  const known = ['sh', 'ts', 'js', 'sql', 'json', 'yaml', 'text', 'mermaid'];
  const lines = read.flatMap(({ path, blocks }) =>
    blocks.filter(({ language }) => !known.includes(language)).map(({ line }) => `${path}:${line}`),
  );
  expect(lines).toEqual([]);
});

const withShell = read.flatMap(({ path, markdown, blocks, folder }) => {
  const shell = shellBlocksOf(markdown);
  return shell.length > 0 ? [{ path, shell, outputs: shownOutputs(blocks), folder }] : [];
});

it.each(withShell)('$path has shell blocks that run when pasted', async ({ shell, outputs, folder }) => {
  expect(shell[0]?.code.split('\n')[0]).toBe(FIRST_LINE);
  const printedBy = await paste(shell, folder);
  for (const { of, line, code } of outputs) {
    expect(printedBy.get(of), `the block at line ${line} is not what the block before it prints`).toBe(
      unsteadyLeftOut(code),
    );
  }
  const printed = [...printedBy.values()].join('');
  for (const { picture } of shell) {
    if (picture === undefined) continue;
    const lines = printedLines(readFileSync(join(root, picturePath(picture.name)), 'utf8'));
    const [before, after = ''] = lines.join('').split(OMITTED).map(unsteadyLeftOut);
    expect(printed, `docs/images/${picture.name}.svg is not what the block prints: pnpm run screenshots`).toContain(
      before,
    );
    expect(printed).toContain(after);
  }
});

// In one process: each document would load the packages again. TypeScript blocks may read what shell blocks wrote.
const typescript = read.flatMap(({ typescript, folder }) => typescript.map((block) => ({ ...block, folder })));

it('documents have TypeScript blocks that run', async () => {
  const programs = typescript.filter(({ code }) => !isTest(code)).map(({ folder, file }) => [folder, file] as const);
  const inOrder = `for (const [folder, file] of ${JSON.stringify(programs)}) {\n  process.chdir(folder);\n  await import(file);\n}`;
  const ran = run(process.execPath, ['--input-type=module', '--eval', inOrder], { env: SEEDED });
  await expect(ran).resolves.toMatchObject({ stderr: '' });
});

it('documents have tests that pass', async () => {
  const tests = typescript.filter(({ code }) => isTest(code)).map(({ file }) => file);
  const modules = modulesOf('packages/conformance');
  const runner = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--no-isolate',
    '--maxWorkers=1',
    '--root',
    modules,
  ];
  const options = { cwd: modules, env: { ...SEEDED, VITEST: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' } };
  const ran = run(process.execPath, [...runner, ...tests], options);
  const stdout = expect.stringContaining(`Test Files  ${tests.length} passed (${tests.length})`);
  await expect(ran).resolves.toMatchObject({ stderr: '', stdout });
});

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

it('every command is run by a block, or called in a test of its package', () => {
  // tools/reference/reference-documents.test.ts compares the page with the commands.
  const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');
  const commands = Array.from(page.matchAll(/^## idvkit (.+)$/gm), ([, command]) => `${command} `);
  const calls = [...typed, ...packages.flatMap(calledInTests)].map((call) => `${call.trim()} `);

  expect(commands.length).toBeGreaterThan(25);
  expect(commands.filter((command) => !calls.some((call) => call.startsWith(command)))).toEqual([]);
});
