import { copyFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import GithubSlugger from 'github-slugger';
import { defineConfig, type DefaultTheme } from 'vitepress';

const vitepress = createRequire(createRequire(import.meta.url).resolve('vitepress'));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#3451b2"/><path d="m4 8 3 3 5-6" fill="none" stroke="#fff" stroke-width="2"/></svg>';
const SOURCE = 'https://github.com/idvkit/idvkit/blob/main/';

/** Pages outside of docs/ are not on the site: links to them lead to the repository. */
function toRepository(link: string): string {
  const [, path] = /^(?:\.\.\/)+((?:packages|actions|examples|tools)\/.*|[A-Z]+\.md.*)$/.exec(link) ?? [];
  const [, decision] = /^(?:\.\.\/)*(decisions\/.*)$/.exec(link) ?? [];
  return path === undefined ? (decision === undefined ? link : `${SOURCE}docs/${decision}`) : SOURCE + path;
}

/** Pages that are built elsewhere, by their name on the site. */
const BUILT_PAGES = {
  'drop-page.html': 'packages/analyzer/dist/drop-page.html',
  'specification-by-rule.html': 'docs/specification.html',
};

const item = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });
const builtPage = (text: string, name: keyof typeof BUILT_PAGES): DefaultTheme.SidebarItem => ({
  ...item(text, `/${name}`),
  target: '_self',
});

const guides = [
  item('Get started', '/guides/start'),
  item('Check staging in CI', '/guides/ci'),
  item('Compare two targets', '/guides/compare'),
  item('Replay a webhook', '/guides/replay'),
  item('Test my receiver', '/guides/receiver'),
  item('Develop a client', '/guides/client'),
  item('Harden a client', '/guides/harden'),
  item('Use the schemas', '/guides/schemas'),
  item('Read a huge payload', '/guides/payloads'),
  builtPage('Drop a payload', 'drop-page.html'),
  item('Share captures', '/guides/share'),
  item('Scale', '/guides/scale'),
  item('First minutes, recorded', '/first-minutes'),
  item('Use it in another project', '/install'),
];

/** Pages of the rules, by the headings of their index. */
const rules = Array.from(readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/^## (.+)$/gm), ([, title = '']) =>
  item(title, `/rules/${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`),
);

const reference = [
  { ...item('Rules', '/rules'), items: rules, collapsed: true },
  item('Rules and faults', '/fault-matrix'),
  item('Other validators', '/peers'),
  item('Schemas', '/schemas'),
  item('JSON Schema, OpenAPI', '/api-documents'),
  item('Configuration', '/configuration'),
  item('Reports, recordings, proxy', '/recordings'),
  item('Portal of the mock', '/portal'),
  item('Work on many machines', '/machines'),
  item('The specification', '/specification'),
  builtPage('The specification, sentence by sentence', 'specification-by-rule.html'),
  item('File formats', '/formats'),
  item('How the tools work', '/how-it-works'),
  item('Glossary', '/glossary'),
];

const commands = [item('All commands', '/commands')];

export default defineConfig({
  title: 'idvkit',
  description: 'Test the contract of an identity verification service: the service, your receiver, your client',
  srcDir: '../../docs',
  srcExclude: ['decisions/**'],
  outDir: './dist',
  cacheDir: './.cache',
  cleanUrls: true,
  lastUpdated: false,
  buildEnd: ({ outDir }) => {
    for (const [name, path] of Object.entries(BUILT_PAGES)) copyFileSync(join(root, path), join(outDir, name));
  },
  // The pages load nothing from elsewhere.
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Anchors are those of GitHub, where the same files are read.
    anchor: { slugify: (text) => new GithubSlugger().slug(text) },
    config: (markdown) => {
      markdown.core.ruler.push('links-to-repository', ({ tokens }) => {
        for (const { children } of tokens) {
          for (const token of children ?? []) {
            const href = token.attrGet('href');
            if (token.type === 'link_open' && href !== null) token.attrSet('href', toRepository(href));
          }
        }
      });
    },
  },
  vite: {
    resolve: {
      // Pages are outside of this package, where Vue is not installed.
      alias: [
        { find: /^vue$/, replacement: vitepress.resolve('vue/dist/vue.runtime.esm-bundler.js') },
        {
          find: /^vue\/server-renderer$/,
          replacement: vitepress.resolve('vue/server-renderer').replace('index.js', 'index.mjs'),
        },
      ],
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guides', link: '/guides/start' },
      { text: 'Rules', link: '/rules' },
      { text: 'Commands', link: '/commands' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar: [
      { text: 'Guides', items: guides },
      { text: 'Reference', items: reference },
      { text: 'Commands', items: commands },
    ],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: 'https://github.com/idvkit/idvkit' }],
    footer: { message: 'Apache-2.0. No telemetry.' },
  },
});
