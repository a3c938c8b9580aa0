import { globSync, readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { MUTANTS_DOCUMENT, mutantsDocument } from './mutants/mutants-document.ts';
import scores from './mutants/scores.json' with { type: 'json' };
import { PEERS_DOCUMENT, peersDocument } from './peers/peers-document.ts';
import results from './peers/results.json' with { type: 'json' };
import { PROOFS_DOCUMENT, proofsDocument } from './proofs/proofs.ts';
import proofResults from './proofs/results.json' with { type: 'json' };
import { commandPages } from './reference/command-pages.ts';
import { LLMS_TEXT, llmsText } from './reference/llms-text.ts';
import { SCHEMAS_DOCUMENT, schemasDocument } from './reference/schemas-document.ts';

const root = new URL('../', import.meta.url);
const published = (path: string): string => readFileSync(new URL(path, root), 'utf8');

describe('after a change, `pnpm run docs` writes', () => {
  it('a page per command', async () => {
    const pages = await commandPages();

    expect(readdirSync(new URL('docs/commands/', root)).map((name) => `docs/commands/${name}`)).toEqual(
      Object.keys(pages),
    );
    for (const [path, page] of Object.entries(pages)) expect(published(path)).toBe(page);
  });

  it('the list of schemas', () => {
    expect(published(SCHEMAS_DOCUMENT)).toBe(schemasDocument());
  });

  it('the entries of the schema package, for language models', () => {
    expect(published(LLMS_TEXT)).toBe(llmsText());
  });

  it('the scores of mutants', () => {
    expect(published(MUTANTS_DOCUMENT)).toBe(mutantsDocument(scores));
  });

  it('the table of other validators', () => {
    expect(published(PEERS_DOCUMENT)).toBe(peersDocument(results));
  });

  it('the results of proofs', () => {
    expect(published(PROOFS_DOCUMENT)).toBe(proofsDocument(proofResults));
  });
});

describe('the list of schemas', () => {
  it('has every file that is published', () => {
    const document = published(SCHEMAS_DOCUMENT);
    const files = globSync('**/*.json', { cwd: new URL('packages/schema/json-schema/', root) });

    const missing = files.filter((path) => !document.includes(path));
    expect(missing).toEqual([]);
  });
});

describe('the entries of the schema package', () => {
  const manifest = { description: '', homepage: '', exports: { './unheard-of': {} } };

  it('are those of its README', () => {
    expect(() => llmsText(JSON.stringify(manifest))).toThrow('@idvkit/schema/unheard-of');
  });

  it('link to documents that exist', () => {
    const linked = [...published(LLMS_TEXT).matchAll(/^- \[([^\]]+)\]/gm)].map(([, path = '']) => path);
    expect(linked.length).toBeGreaterThan(3);
    for (const path of linked) expect(published(path)).not.toBe('');
  });
});

describe('the pages of commands', () => {
  it('show the options of every command below them', () => {
    const replay = published('docs/commands/idv-replay.md');

    for (const name of ['capture', 'list', 'send', 'scrub', 'verify']) {
      expect(replay).toContain(`## idv-replay ${name}\n\n\`\`\`text\nUsage: idv-replay ${name} `);
    }
  });
});
