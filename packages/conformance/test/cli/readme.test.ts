import { readFile } from 'node:fs/promises';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { main } from '../../src/lib/cli/main.ts';
import { loadConfig } from '../../src/lib/config/load-config.ts';
import { readBaseline } from '../../src/lib/report/baseline/baseline-file.ts';
import { folderWith } from './folder.ts';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const blockOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(readme)?.[1] ?? '';

describe('README.md', () => {
  it.each(['run', 'check', 'receiver', 'proxy', 'report'])(
    'has the options of %s as its help has them',
    async (command) => {
      const io = createTestIo({ columns: 100 });
      await main([command, '--help'], io);
      const options = io.stdoutText.slice(io.stdoutText.indexOf('Options:'), io.stdoutText.indexOf('\nExamples:'));
      expect(readme).toContain(options);
    },
  );

  it('has a configuration that can be used', async () => {
    const cwd = await folderWith({ 'idvkit.config.yaml': blockOf('yaml') });
    const names = ['IDV_API_TOKEN', 'IDV_WEBHOOK_SECRET', 'SUBMITTED_SLUG', 'REVOKED_TOKEN', 'NO_CREDIT_TOKEN'];
    const env = Object.fromEntries(names.map((name) => [name, name]));
    expect(await loadConfig(undefined, { cwd, env })).toMatchObject({
      config: { token: 'IDV_API_TOKEN', skip: ['delivery.https'] },
    });
  });

  it('has a baseline that can be used', async () => {
    const cwd = await folderWith({ 'known.json': blockOf('json') });
    expect(await readBaseline('known.json', cwd)).toMatchObject({ rules: [{ rule: 'auth.absent.403' }] });
  });
});
