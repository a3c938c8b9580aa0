import { globSync, readFileSync } from 'node:fs';

import { ruleEntry, RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

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
