import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8');

interface Manifest {
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(...path: readonly string[]): Manifest {
  // What a manifest holds beside these does not matter here.
  return JSON.parse(read(...path, 'package.json')) as Manifest;
}

const packages = readdirSync(join(root, 'packages'));
const wanted = /\d+\.\d+/.exec(manifest().engines?.node ?? '')?.[0] ?? '';

it('is the same in every manifest', () => {
  const others = packages.filter((name) => manifest('packages', name).engines?.node !== `>=${wanted}`);
  expect(others).toEqual([]);
});

it('is no lower than that of undici', () => {
  const [, needed = ''] =
    />=(\d+\.\d+)/.exec(manifest('packages/conformance/node_modules/undici').engines?.node ?? '') ?? [];
  expect(Number(wanted)).toBeGreaterThanOrEqual(Number(needed));
});

it('is the same in every text that names one', () => {
  const texts = ['README.md', 'docs/guides/ci.md', ...packages.map((name) => `packages/${name}/README.md`)];
  const named = texts.flatMap((path) =>
    [...read(path).matchAll(/Node (22\.\d+)/g)].map(([, version]) => [path, version]),
  );
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter(([, version]) => version !== wanted)).toEqual([]);
});
