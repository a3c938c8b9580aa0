import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { lintProse, textsOf } from './lint.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const find = (pattern: string | string[]): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') || path.includes('.test.') });

/** Lists the problems of files as `path:line: message`. */
async function problemsOf(
  paths: readonly string[],
  toText = (_: string, text: string): string => text,
): Promise<string[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      const problems = await lintProse(path, toText(path, readFileSync(`${root}${path}`, 'utf8')));
      return problems.map(({ line, message }) => `${path}:${line}: ${message}`);
    }),
  );
  return lists.flat();
}

it('finds words and long sentences, in documents and in messages', async () => {
  expect(await lintProse('a.md', 'The judge is told.')).toHaveLength(2);
  expect(await lintProse('a.md', `It has ${'many '.repeat(60)}words.`)).toHaveLength(1);
  const source =
    "throw new CliError({\n  code: 'judge',\n  message: `Cannot judge ${name}.`,\n});\nx.option('--a', 'Told');";
  expect((await lintProse('a.ts', textsOf('a.ts', source))).map(({ line }) => line)).toEqual([3, 5]);
});

it('accepts every document', async () => {
  const documents = find(['*.md', 'docs/*.md', 'docs/guides/*.md', 'packages/*/{README,SKILL}.md', 'examples/*.md']);
  expect(documents.length).toBeGreaterThan(25);
  expect(await problemsOf(documents)).toEqual([]);
});

it('accepts every help text and message', async () => {
  const sources = find('packages/*/src/lib/**/*.ts');
  expect(sources.length).toBeGreaterThan(400);
  expect(await problemsOf(sources, textsOf)).toEqual([]);
});
