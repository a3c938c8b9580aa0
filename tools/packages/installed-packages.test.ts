import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../testing/sample.ts';
import { installConsumers, type ConsumerProject } from './install-consumers.ts';
import { packageName } from './pack-packages.ts';

interface Manifest {
  readonly version: string;
  readonly bin?: Record<string, string>;
  readonly dependencies: Record<string, string>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // As pnpm reads them.

const template = fileURLToPath(new URL('../consumers/', import.meta.url));
const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const names = readdirSync(packages);
const bins = names.flatMap((name) => {
  const { bin = {}, version } = readManifest(join(packages, name));
  return Object.keys(bin).map((command) => ({ command, version }));
});

let folder: string;
let inProject: ConsumerProject['run'];
const node = (...args: readonly string[]) => inProject(process.execPath, ...args);

beforeAll(async () => {
  ({ folder, run: inProject } = await installConsumers());
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a project that installs the packages', () => {
  it('installs all of them', () => {
    expect(Object.keys(readManifest(template).dependencies)).toEqual(names.map(packageName).sort());
  });

  it('imports every entry of every package, and requires it', async () => {
    expect(await node('load-entries.cjs', ...names.map(packageName))).toEqual({ stdout: '[]\n', stderr: '' });
  });

  // An older Node warns about SQLite: the matcher must run there.
  it('loads no database to check conformance, until there is an archive to read', async () => {
    const loaded = `import '@idvkit/conformance'; console.log(process.moduleLoadList.filter((id) => id.includes('sqlite')));`;
    expect(await node('--input-type=module', '--eval', loaded)).toEqual({ stdout: '[]\n', stderr: '' });
  });

  it.each(sampleOf(['typescript', 'typescript-5'], { every: 2 }))(
    'compiles with %s, our declarations and theirs included, and runs',
    async (compiler) => {
      const out = `out-${compiler}`;
      await expect(node(`node_modules/${compiler}/bin/tsc`, '-p', '.', '--outDir', out)).resolves.toMatchObject({
        stdout: '',
      });

      await expect(node(`${out}/use-libraries.js`)).resolves.toEqual({ stdout: '', stderr: '' });
      await expect(node(`${out}/use-modules.js`)).resolves.toEqual({ stdout: '', stderr: '' });
      await expect(node(`${out}/use-commonjs.cjs`)).resolves.toEqual({ stdout: '', stderr: '' });
      rmSync(join(folder, 'deliveries'), { recursive: true });
    },
  );

  it('bundles the contract for a browser', async () => {
    const { stdout } = await node('bundle-for-browser.ts');

    expect(stdout.trim().split('\n')).toHaveLength(4);
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
