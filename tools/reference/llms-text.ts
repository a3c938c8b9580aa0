import { readFileSync } from 'node:fs';

/** Location of the text, below the root of the repository. */
export const LLMS_TEXT = 'packages/schema/llms.txt';

const NAME = '@idvkit/schema';
const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Documents of the repository that explain the contract, and what each one has. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'packages/schema/README.md': 'guide with tested examples of every entry',
  'docs/guides/schemas.md': 'types, checks and generators in use',
  'docs/rules.md': 'every rule, with its section of the specification',
  'docs/formats.md': 'the files that the tools write',
  'docs/glossary.md': 'one term per thing',
};

/**
 * Returns what `@idvkit/schema` has, for language models: an entry per export of its manifest, described by the README's table.
 *
 * @throws {Error} for an export that the table does not describe, and for a row without an export.
 */
export function llmsText(manifestText = read('packages/schema/package.json')): string {
  const { description, homepage, exports } = JSON.parse(manifestText) as {
    description: string;
    homepage: string;
    exports: Readonly<Record<string, unknown>>;
  }; // Our own manifest.
  const entries = Object.keys(exports)
    .filter((path) => path !== './package.json')
    .map((path) => NAME + path.slice(1).replace('*.json', '…'));
  const rows = new Map(
    [...read('packages/schema/README.md').matchAll(/^\| `(@idvkit\/schema[^`]*)` +\| (.+?) +\|$/gm)].map(
      ([, entry = '', words = '']) => [entry, words],
    ),
  );
  const unmatched = [
    ...entries.filter((entry) => !rows.has(entry)),
    ...[...rows.keys()].filter((row) => !entries.includes(row)),
  ];
  if (unmatched.length > 0) throw new Error(`Either an export or a README row is missing: ${unmatched.join(', ')}`);

  const source = homepage.replace(/\/tree\/main\/.*$/, '/blob/main/');
  return [
    `# ${NAME}\n\n> ${description}.\n\n## Entries\n\n`,
    ...entries.map((entry) => `- \`${entry}\`: ${rows.get(entry)}\n`),
    '\n## Documents\n\n',
    ...Object.entries(DOCUMENTS).map(([path, words]) => `- [${path}](${source}${path}): ${words}\n`),
  ].join('');
}
