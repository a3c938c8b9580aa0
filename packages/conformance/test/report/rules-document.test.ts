import { globSync, readFileSync } from 'node:fs';

import { ruleEntry, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { CONFIGURATION_DOCUMENT, configurationDocument } from '../../scripts/configuration-document.ts';
import { rulesDocuments } from '../../scripts/rules-document.ts';
import { specificationPage } from '../../scripts/specification-page.ts';
import { ruleAddress } from '../../src/lib/report/rule-address.ts';

const page = readFileSync(new URL('../../../../docs/specification.html', import.meta.url), 'utf8');
const root = new URL('../../../../', import.meta.url);
const published = Object.fromEntries(
  ['docs/rules.md', ...globSync('docs/rules/*', { cwd: root })].map((path) => [
    path,
    readFileSync(new URL(path, root), 'utf8'),
  ]),
);

describe('docs/rules.md and docs/rules/', () => {
  it('say what catalogue, checks and faults say: run `pnpm run docs` after a change', () => {
    expect(published).toEqual(rulesDocuments());
  });

  it('have each rule where reports point', () => {
    for (const id of RULE_IDS) {
      const { section } = ruleEntry(id);
      const [, path = '', anchor] = /\/blob\/main\/(.+)#(.+)$/.exec(ruleAddress({ id, section })) ?? [];
      expect(published[path]).toContain(`## <a id="${anchor}"></a>${id}\n`);
    }
  });
});

describe('docs/specification.html', () => {
  it('shows every sentence with its rules: run `pnpm run docs` after a change', () => {
    expect(page).toBe(specificationPage());
  });
});

describe('docs/configuration.md', () => {
  /** Without the padding of tables, which the formatter writes. */
  const plain = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

  it('has every setting of the schema: run `pnpm run docs` after a change', () => {
    const written = readFileSync(new URL(CONFIGURATION_DOCUMENT, root), 'utf8');

    expect(plain(configurationDocument())).toBe(plain(written));
  });

  it('says what every setting means', () => {
    expect(
      configurationDocument()
        .split('\n')
        .filter((line) => /^\| `.*\| *\|$/.test(line)),
    ).toEqual([]);
  });
});
