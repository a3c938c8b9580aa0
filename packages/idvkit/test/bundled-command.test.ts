import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../dist/command/', import.meta.url));
const packages = fileURLToPath(new URL('../../', import.meta.url));
const text = globSync('*.js', { cwd: folder })
  .map((file) => readFileSync(folder + file, 'utf8'))
  .join('\n');
const { dependencies } = JSON.parse(readFileSync(`${packages}idvkit/package.json`, 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

it('has the threads that its modules start next to them', () => {
  const names = Array.from(text.matchAll(/"\.\/([\w-]+\.js)", import\.meta\.url/g), ([, name = '']) => name);
  expect(names).toEqual(['live-worker.js']);
  expect(names.filter((name) => !existsSync(folder + name))).toEqual([]);
});

it('finds the files of packages that are not in it', () => {
  const named = [
    ...text.matchAll(
      /new URL\(["`]([^"`]+)["`], new URL\("([^"]+)", import\.meta\.resolve\("(@idvkit\/([\w-]+))\/package\.json"\)/g,
    ),
  ];
  expect(named.length).toBeGreaterThan(3);
  expect(named.map(([, , , name = '']) => name).filter((name) => !(name in dependencies))).toEqual([]);
  const paths = named.map(([, file = '', module = '', , name]) =>
    fileURLToPath(new URL(file, new URL(module, `file://${packages}${name}/`))),
  );
  // The name of a picture is not known before it is drawn.
  expect(paths.filter((path) => !existsSync(path.includes('$') ? dirname(path) : path))).toEqual([]);
  expect(text).not.toMatch(/new URL\(["`]\.\.\/[^,]+, import\.meta\.url/);
});

it('imports no package that a user may lack', () => {
  const imported = Array.from(
    text.matchAll(/^(?:import|export) .*from "([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm),
    ([, one, other]) => one ?? other,
  );
  expect(new Set(imported)).toEqual(new Set(['@idvkit/analyzer/commands', 'node:process', 'events']));
});
