import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import GithubSlugger from 'github-slugger';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = 'https://github.com/idvkit/idvkit/';
/** Pages of the site that git ignores: a link to them leads nowhere on GitHub. */
const isBuilt = (path: string): boolean =>
  /^docs\/(?:rules\/|(?:fault-matrix|schemas)\.md$|specification\.html$)/.test(path);
const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/*.md', '.github/**/*.md'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).filter((path) => !isBuilt(path));

/** The text without code, where brackets are not links. */
const proseOf = (text: string): string => text.replaceAll(/^(`{3,})[^]*?^\1$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** The anchors of a document: slugs of its headings as GitHub makes them, and ids. */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, 'utf8').replaceAll(/^(`{3,})[^]*?^\1$/gm, '');
  const slugger = new GithubSlugger();
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')),
  );
  return new Set([...headings, ...Array.from(text.matchAll(/<a id="([^"]+)">/g), ([, id = '']) => id)]);
}

/** Why a link leads nowhere, or undefined if it leads somewhere. */
function defectOf(document: string, link: string): string | undefined {
  const inside = link.replace(/^https:\/\/github\.com\/idvkit\/idvkit\/(?:blob|tree)\/main\//, '/');
  if (/^\w+:/.test(inside)) return undefined;
  const [path = '', anchor] = inside.split('#');
  const base = path.startsWith('/') ? root : join(root, dirname(document));
  const [file = '', query] = path.split('?');
  const target = file === '' ? join(root, document) : join(base, file);
  if (!existsSync(target) || isBuilt(relative(root, target))) return `${link} does not exist`;
  if (query === 'plain=1') {
    const lines = readFileSync(target, 'utf8').split('\n');
    return lines[Number(anchor?.slice(1)) - 1] ? undefined : `${link} has no such line`;
  }
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).has(anchor) ? undefined : `${link} has no such heading`;
}

it.each(documents)('%s links to files and headings that exist', (document) => {
  const links = proseOf(readFileSync(join(root, document), 'utf8')).matchAll(/\]\((?!<)([^)\s]+)\)/g);
  expect([...links].flatMap(([, link = '']) => defectOf(document, link) ?? [])).toEqual([]);
});

it('finds a link that leads nowhere', () => {
  expect(defectOf('README.md', 'docs/nowhere.md')).toContain('does not exist');
  expect(defectOf('README.md', 'docs/glossary.md#nowhere')).toContain('no such heading');
  expect(defectOf('README.md', 'docs/glossary.md?plain=1#L9999')).toContain('no such line');
  expect(defectOf('README.md', 'docs/schemas.md')).toContain('does not exist');
  expect(defectOf('docs/guides/ci.md', `${SOURCE}tree/main/nowhere`)).toContain('does not exist');
});

it('reads each guide: at most 150 lines, and every part in order', () => {
  const guides = documents.filter((path) => path.startsWith('docs/guides/'));
  expect(guides.length).toBeGreaterThan(5);
  for (const guide of guides) {
    const text = readFileSync(join(root, guide), 'utf8');
    expect(text.split('\n').length, guide).toBeLessThanOrEqual(151);
    expect(text, guide).toMatch(
      /^# .+\n\n\*\*You have\*\* [^]+^\*\*You get\*\* [^]+^## 1\. [^]+^## When it fails$[^]+^## Next$/m,
    );
  }
});

it('shows a picture in each guide, whose prose has at most 700 words', () => {
  for (const guide of documents.filter((path) => path.startsWith('docs/guides/'))) {
    const text = readFileSync(join(root, guide), 'utf8');
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/\||-{2,}/g, ' ');
    expect(prose.split(/\s+/).length, guide).toBeLessThanOrEqual(700);
    expect(text, guide).toMatch(/^!\[.+\]\(\.\.\/images\//m);
  }
});

it('shows every image in a document, 1 MB together', () => {
  const images = globSync('docs/images/*', { cwd: root });
  const shown = documents.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  expect(images.filter((path) => !shown.includes(`images/${basename(path)})`))).toEqual([]);
  const bytes = images.map((path) => statSync(join(root, path)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000);
});

it('keeps READMEs short: packages 6 kB, the repository 120 lines', () => {
  const readmes = documents.filter((path) => /^packages\/[^/]+\/README\.md$/.test(relative('.', path)));
  expect(readmes.length).toBeGreaterThan(8);
  expect(readmes.filter((path) => statSync(join(root, path)).size > 6_000)).toEqual([]);
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(121);
});
