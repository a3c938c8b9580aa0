import { readFileSync } from 'node:fs';

import { RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { ruleDetail } from '../../scripts/rule-detail.ts';
import { rulesDocument } from '../../scripts/rules-document.ts';
import { specificationPage } from '../../scripts/specification-page.ts';
import { ruleAddress } from '../../src/lib/report/report-facts.ts';

const page = readFileSync(new URL('../../../../docs/specification.html', import.meta.url), 'utf8');
const published = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');

describe('docs/rules.md', () => {
  it('says what catalogue, judges and faults say: run `pnpm run docs` after a change', () => {
    expect(published).toBe(rulesDocument(ruleDetail));
  });

  it('has one line per rule, where reports point', () => {
    const ids = [...published.matchAll(/^- <a id="([^"]+)"><\/a>/gm)].map(([, id = '']) => id);
    expect(ids.toSorted()).toEqual([...RULE_IDS].toSorted());
    expect(ruleAddress('auth.absent.403')).toBe(
      'https://github.com/idvkit/idvkit/blob/main/docs/rules.md#auth.absent.403',
    );
  });
});

describe('docs/specification.html', () => {
  it('shows every sentence with its rules: run `pnpm run docs` after a change', () => {
    expect(page).toBe(specificationPage());
  });
});
