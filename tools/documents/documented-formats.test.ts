import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../packages/schema/src/lib/formats/', import.meta.url));

it('documents every exported name of the formats', () => {
  const undocumented = globSync('*.ts', { cwd: folder, exclude: ['*.test.ts'] }).flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const [, exported] = /^export (?:const|function|class|interface|type) (\w+)/.exec(line) ?? [];
      return exported === undefined || (lines[index - 1] ?? '').endsWith('*/') ? [] : [`${name}: ${exported}`];
    });
  });
  expect(undocumented).toEqual([]);
});

it('documents every format that a tool writes', () => {
  const root = new URL('../../', import.meta.url);
  const sources = globSync('packages/*/src/**/*.ts', { cwd: root, exclude: (path) => path.includes('.test.') });
  const written = sources.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(/\bformat: (?:z\.literal\()?'(idvkit\.[a-z-]+)'/g)].map(
      ([, format = '']) => format,
    ),
  );
  const text = readFileSync(new URL('docs/formats.md', root), 'utf8');

  expect(new Set(written).size).toBeGreaterThan(24);
  expect([...new Set(written)].filter((format) => !text.includes(`\`${format}\``))).toEqual([]);
});
