import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { blocksOf } from './documented-blocks.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const packages = readdirSync(join(root, 'packages'));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...packages.map((name) => `packages/${name}/README.md`),
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
].filter((path) => existsSync(join(root, path)));

/** Set-up commands run before or around this very test; what they name must exist. */
const setUp: readonly (readonly [pattern: RegExp, holds: (match: RegExpExecArray) => boolean])[] = [
  [/^npx -y pnpm@12 (\w+)$/, ([, script = '']) => script in rootManifest().scripts || script === 'install'],
  [/^git clone \S+ && cd (\w+)$/, () => true],
  [
    /^npm install (?:--save-dev )?(@idvkit\/[\w -]+.*)$/,
    ([, names = '']) =>
      names
        .split(' ')
        .every((name) => !name.startsWith('@idvkit/') || packages.includes(name.slice('@idvkit/'.length))),
  ],
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

/** Runs the shell blocks of one document as one script in a folder of its own; gives what it printed and its exit code. */
async function runShell(script: string, folder: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  // Servers that the blocks left in the background belong to the same process group.
  if (child.pid !== undefined) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Nobody is left in the group.
    }
  }
  return { code, output };
}

describe.each(documents)('%s', (path) => {
  const blocks = blocksOf(readFileSync(join(root, path), 'utf8'));
  const shell = blocks.filter(({ language }) => language === 'sh');
  const typescript = blocks.filter(({ language }) => language === 'ts');
  let folder: string;
  let modules: string;

  const isTest = (code: string): boolean => code.includes("from 'vitest'");
  const fileOf = ({ line, code }: { line: number; code: string }): string =>
    join(modules, `${basename(path, '.md')}-${line}${isTest(code) ? '.test' : ''}.ts`);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'idvkit-document-'));
    // TypeScript blocks resolve packages from where a reader's project would: inside the one that the document is about.
    modules = join(root, path.startsWith('packages/') ? dirname(path) : '.', '.documented-blocks');
    mkdirSync(modules, { recursive: true });
    for (const block of typescript) writeFileSync(fileOf(block), block.code);
    const compilerOptions = { incremental: false, noUnusedLocals: false };
    const project = { extends: join(root, 'tsconfig.noemit.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(join(modules, 'tsconfig.json'), JSON.stringify(project));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
    rmSync(modules, { recursive: true });
  });

  it('names languages that this test knows', () => {
    const known = ['sh', 'ts', 'json', 'yaml', 'text', 'mermaid'];
    expect(blocks.filter(({ language }) => !known.includes(language)).map(({ line }) => line)).toEqual([]);
  });

  it('has shell blocks that run', async () => {
    const lines = shell.flatMap(({ code }) => code.split('\n')).filter((line) => !isSetUp(line.trim()));
    const script = lines.join('\n').trim();
    if (script === '') return;
    const { code, output } = await runShell(script, folder);
    expect(output, output).not.toMatch(/command not found/);
    expect(code, `${script}\n${output}`).toBe(0);
  });

  it.each(typescript.slice(0, 1))('has TypeScript blocks that compile, from line $line on', async () => {
    const compiled = run(join(root, 'node_modules/.bin/tsc'), ['-p', join(modules, 'tsconfig.json')]);
    await expect(compiled).resolves.toMatchObject({ stdout: '' });
  });

  it.each(typescript)('has a TypeScript block at line $line that runs', async (block) => {
    const runner = isTest(block.code) ? [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', modules] : [];
    const options = { cwd: folder, env: { ...process.env, VITEST: undefined } };
    await expect(run(process.execPath, [...runner, fileOf(block)], options)).resolves.toMatchObject({ stderr: '' });
  });
});
