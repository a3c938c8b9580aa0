import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { createTestIo } from '../../packages/cli-kit/src/testing.ts';
import { main } from '../../packages/idvkit/src/lib/main.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** One of our names as an argument: no path, no file name, and no key of an object. */
const NAME = String.raw`(?<=[\s"'\x60=:])(?:@idvkit\/[a-z-]+|idvkit)(?:@[\w.^~-]+)?(?![\w./:-])`;
/** Ways to run or install what a registry has by a name. Until a release, anybody may register our names there. */
const ASKS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:npx|bunx|dlx)\b(?!(?: -\S+)* pnpm@12 (?:exec|run|-))[^\n|;&]*?${NAME}`),
  new RegExp(
    String.raw`\b(?:npm|pnpm|yarn|bun) (?:install|i|add|create|init|exec)\b(?<!pnpm exec)[^\n|;&\x60]*?${NAME}`,
  ),
  /\b(?:unpkg\.com|cdn\.jsdelivr\.net|esm\.sh|esm\.run|cdn\.skypack\.dev)\/\S*idvkit/,
  /\buses: +idvkit\//,
  /\b(?:ghcr|docker|quay)\.io\/idvkit/,
];

/** Lists the lines of a text that ask a registry for a name of ours. */
function asksIn(text: string): readonly string[] {
  return text.split('\n').filter((line) => ASKS.some((asks) => asks.test(line)));
}

it.each([
  'npx -y idvkit check',
  '- run: npx --yes --ignore-scripts @idvkit/conformance@latest run',
  'npx @idvkit/schema',
  'pnpm dlx idvkit',
  'npm install @idvkit/schema',
  'npm install --save-dev zod idvkit',
  'Run "npm install @idvkit/mock bullmq".',
  'RUN npm install --omit=dev "idvkit@0.2.0"',
  'npm exec idvkit check',
  'https://unpkg.com/@idvkit/schema@0.1.0/json-schema/config.schema.json',
  'uses: idvkit/idvkit/actions/conformance@0123',
])('finds %s', (line) => {
  expect(asksIn(line)).toEqual([line]);
});

it.each([
  'npx -y pnpm@12 exec idvkit check',
  'npx -y pnpm@12 run pack',
  'npm install --no-audit ./idvkit-tarballs/idvkit.tgz',
  'npm install bullmq ioredis',
  'node_modules/.bin/idvkit check',
  'uses: ./idvkit-tarballs',
])('permits %s', (line) => {
  expect(asksIn(line)).toEqual([]);
});

it('no tracked file runs or installs a name that anybody may register', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const texts = files.filter(
    (file) => !file.endsWith('.jpg') && !file.endsWith('tools/packages/foreign-names.test.ts'),
  );
  expect(texts.length).toBeGreaterThan(1000);
  const found = texts.flatMap((file) =>
    asksIn(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(found).toEqual([]);
});

it.each(['github', 'gitlab'])('no file or message of `init --ci %s` does either', async (ci) => {
  const cwd = mkdtempSync(join(tmpdir(), 'idvkit-names-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const io = createTestIo({ cwd });
  expect(await main(['init', '--base-url', 'https://idv.example.com', '--ci', ci], io)).toBe(0);

  const files = readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(cwd, path)).isFile(),
  );
  const texts = files.map((path) => readFileSync(join(cwd, path), 'utf8'));
  expect(texts.join('\n')).toContain('./idvkit-tarballs/idvkit.tgz');
  expect([...texts, io.stdoutText].flatMap(asksIn)).toEqual([]);
});
