import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ofTheDay } from './of-the-day.ts';
import { packageName, packPackages } from './pack-packages.ts';

interface Manifest {
  readonly version: string;
  readonly bin?: Record<string, string>;
  readonly dependencies: Record<string, string>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // As pnpm reads them.

const template = fileURLToPath(new URL('consumers/', import.meta.url));
const packages = fileURLToPath(new URL('../packages/', import.meta.url));
const names = readdirSync(packages);
const bins = names.flatMap((name) => {
  const { bin = {}, version } = readManifest(join(packages, name));
  return Object.keys(bin).map((command) => ({ command, version }));
});

const run = promisify(execFile);
let folder: string;
/** Commands of the project find this Node by the name of node. */
const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
const inProject = (command: string, ...args: string[]) =>
  run(command, args, { cwd: folder, env: { ...process.env, PATH, VITEST: undefined, NODE_OPTIONS: undefined } });
const node = (...args: string[]) => inProject(process.execPath, ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'idvkit-consumer-'));
  const tarballs = packPackages(join(folder, 'tarballs'));
  for (const file of readdirSync(template, { withFileTypes: true })) {
    if (file.isFile()) cpSync(join(template, file.name), join(folder, file.name));
  }
  const manifest = readManifest(template);
  const dependencies = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  // The packages depend on each other by version, and are not published yet.
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify({ overrides: dependencies, packages: ['.'] }));
  await inProject('pnpm', 'install', '--prefer-offline', '--no-frozen-lockfile', '--ignore-scripts');
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true }));

describe('a project that installs the packages', { timeout: 300_000 }, () => {
  it('installs all of them', () => {
    expect(Object.keys(readManifest(template).dependencies)).toEqual(names.map(packageName).sort());
  });

  it.each(names)('imports every entry of %s, and requires it', async (name) => {
    expect(await node('load-entries.cjs', packageName(name))).toEqual({ stdout: '[]\n', stderr: '' });
  });

  it.each(ofTheDay(['typescript', 'typescript-5'], { days: 2 }))(
    'compiles with %s, our declarations and theirs included, and runs',
    async (compiler) => {
      const out = `out-${compiler}`;
      await expect(node(`node_modules/${compiler}/bin/tsc`, '-p', '.', '--outDir', out)).resolves.toMatchObject({
        stdout: '',
      });

      await expect(node(`${out}/use-modules.js`)).resolves.toEqual({ stdout: '', stderr: '' });
      await expect(node(`${out}/use-commonjs.cjs`)).resolves.toEqual({ stdout: '', stderr: '' });
      rmSync(join(folder, 'deliveries'), { recursive: true });
    },
  );

  it('bundles the contract for a browser', async () => {
    const { stdout } = await node('bundle-for-browser.ts');

    expect(stdout.trim().split('\n')).toHaveLength(5);
    console.log(stdout.trim());
  });

  it('expects bodies to conform, in Vitest', async () => {
    await expect(node('node_modules/vitest/vitest.mjs', 'run', 'use-matcher.test.ts')).resolves.toMatchObject({
      stdout: expect.stringContaining('1 passed'),
    });
  });

  it.each(bins)('runs $command', async ({ command, version }) => {
    const bin = join('node_modules/.bin', command);

    expect(await inProject(bin, '--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    expect((await inProject(bin, '--help')).stdout).toMatch(new RegExp(`Usage: ${command}[^]*Examples:`));
  });
});
