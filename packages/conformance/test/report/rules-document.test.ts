import { readFileSync } from 'node:fs';

import { RULE_IDS, SENTENCES } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { CONFIGURATION_DOCUMENT, configurationDocument } from '../../scripts/configuration-document.ts';
import { RULES_DOCUMENT, rulesDocument, rulesPages } from '../../scripts/rules-document.ts';
import { specificationPage } from '../../scripts/specification-page.ts';
import { ruleAddress } from '../../src/lib/report/rule-address.ts';

const root = new URL('../../../../', import.meta.url);
const index = readFileSync(new URL(RULES_DOCUMENT, root), 'utf8');

describe('docs/rules.md', () => {
  it('says what the catalogue says: run `pnpm run docs` after a change', () => {
    expect(index).toBe(rulesDocument());
  });

  it('has each rule where reports point', () => {
    for (const id of RULE_IDS) {
      const [, path, anchor] = /\/blob\/main\/(.+)#(.+)$/.exec(ruleAddress(id)) ?? [];
      expect(path).toBe(RULES_DOCUMENT);
      expect(index).toContain(`<a id="${anchor}"></a>**${id}**`);
    }
  });
});

describe('the pages of the rules', () => {
  const parts = Object.values(rulesPages()).flatMap((page) => page.split('\n## ').slice(1));

  it('have each rule once, with lines of the specification, its entry and tests', () => {
    expect(parts.map((part) => part.slice(0, part.indexOf(' '))).toSorted()).toEqual(RULE_IDS.toSorted());
    const links = ['specification.md?plain=1#L', '[entry](', '[tests]('];
    expect(parts.filter((part) => !links.every((link) => part.includes(link)))).toEqual([]);
  });

  it('have the quoted sentences, a right and a wrong answer, the side, the needs and the fix of each rule', () => {
    const all = ['\n> - ', '**Level**: ', '**Side**: ', '**Right**: ', '**Wrong**: ', '**Needs**: ', '**Fix**: '];
    expect(parts.filter((part) => !all.every((each) => part.includes(each)))).toEqual([]);
    const same = parts.filter((part) => /\*\*Right\*\*: (.*)\n- \*\*Wrong\*\*: \1\n/.test(part));
    expect(same.map((part) => part.slice(0, part.indexOf(' ')))).toEqual([]);
    const quoted = parts.find((part) => part.startsWith('auth.absent.403 '));
    expect(quoted).toContain('> - Header absent entirely · `403` [Authentication](');
    expect(quoted).toContain(
      '- **Right**: `POST` create without a token → 403\n- **Wrong**: `POST` create without a token → 401\n',
    );
  });
});

describe('the page of the specification', () => {
  it('has a panel for each sentence', () => {
    const page = specificationPage();
    expect(SENTENCES.filter(({ id }) => !page.includes(`<aside id="${id}"`))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  it('has every setting of the schema: run `pnpm run docs` after a change', () => {
    expect(configurationDocument()).toBe(readFileSync(new URL(CONFIGURATION_DOCUMENT, root), 'utf8'));
  });

  it('says what every setting means', () => {
    expect(
      configurationDocument()
        .split('\n')
        .filter((line) => /^\| `.*\| *\|$/.test(line)),
    ).toEqual([]);
  });
});
