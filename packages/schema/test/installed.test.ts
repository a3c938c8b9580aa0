import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import * as strict from '@idvkit/schema';
import * as consumer from '@idvkit/schema/consumer';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

import { blocksOf } from '../../../tools/documents/documented-blocks.ts';

const root = new URL('../../../', import.meta.url);

/** Packages besides ours that a program loads. */
async function packagesOf(code: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: code, loader: 'ts', resolveDir: fileURLToPath(new URL('packages/schema', root)) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@idvkit/source'],
    external: ['zod', 'fast-check', 'iso-3166'],
    metafile: true,
    write: false,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  return imports.filter((path) => !path.startsWith('node:'));
}

it.each(['packages/schema/README.md', 'docs/guides/receiver.md'])(
  'the samples of a receiver in %s need only what the README installs',
  async (path) => {
    const blocks = blocksOf(await readFile(new URL(path, root), 'utf8'));
    const samples = blocks.filter(({ language, code }) => language === 'ts' && code.includes('@idvkit/schema'));
    expect(samples.length).toBeGreaterThan(0);
    for (const { code } of samples) expect(await packagesOf(code)).toEqual([]);
  },
);

it('packages depend on each other by ranges', async () => {
  const folders = await readdir(new URL('packages/', root));
  const manifests = await Promise.all(
    folders.map((folder) => readFile(new URL(`packages/${folder}/package.json`, root), 'utf8')),
  );
  expect(manifests.filter((text) => text.includes('"workspace:*"'))).toEqual([]);
});

it('each schema gives its JSON Schema by the standard', () => {
  const schemas = Object.values({ ...strict, ...consumer }).filter(
    (value) => value instanceof Object && '~standard' in value,
  );
  expect(schemas.length).toBeGreaterThan(50);
  for (const schema of schemas) {
    expect(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toBeTypeOf('object');
  }
});
