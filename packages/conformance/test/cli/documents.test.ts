import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { loadConfig } from '../../src/lib/config/load-config.ts';
import { readBaseline } from '../../src/lib/report/baseline/baseline-file.ts';
import { folderWith } from './folder.ts';

/** The first block of a language in a document. */
async function blockOf(language: string, document: string): Promise<string> {
  const text = await readFile(new URL(`../../../../docs/${document}`, import.meta.url), 'utf8');
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(text)?.[1] ?? '';
}

describe('the documents', () => {
  it('have a configuration that can be used', async () => {
    const cwd = await folderWith({ 'idvkit.config.yaml': await blockOf('yaml', 'configuration.md') });
    const names = ['IDV_API_TOKEN', 'IDV_WEBHOOK_SECRET', 'SUBMITTED_SLUG', 'REVOKED_TOKEN', 'NO_CREDIT_TOKEN'];
    const env = Object.fromEntries(names.map((name) => [name, name]));
    expect(await loadConfig(undefined, { cwd, env })).toMatchObject({
      config: { token: 'IDV_API_TOKEN', skip: ['delivery.https'] },
    });
  });

  it('have a baseline that can be used', async () => {
    const cwd = await folderWith({ 'known.json': await blockOf('json', 'guides/ci.md') });
    expect(await readBaseline('known.json', cwd)).toMatchObject({ rules: [{ rule: 'auth.absent.403' }] });
  });
});
